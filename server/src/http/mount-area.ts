import { isEndpoint } from '@portico/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { RequestGuards } from './request-guards.ts'
import type { Handlers } from './handlers.ts'
import { type AnyHandler, mount } from './mount.ts'

/** Mounts every endpoint of an area's contract with the handler of the same name. */
export function mountArea<Module extends object>(
  app: FastifyInstance,
  guards: RequestGuards,
  contract: Module,
  handlers: Handlers<Module>,
): void {
  const byName = handlers as Readonly<Record<string, AnyHandler>>
  for (const [name, value] of Object.entries(contract)) {
    const handler = byName[name]
    if (isEndpoint(value) && handler) mount(app, value, handler, guards)
  }
}
