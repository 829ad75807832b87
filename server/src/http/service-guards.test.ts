import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refuseOldSignIn, Refusal } from './answers.ts'
import type { Caller, ServiceIdentity } from './caller.ts'
import { rateLimits } from './rate-limits.ts'
import { sentences, textsAsShipped } from './sentences.ts'
import { httpServer } from './server.ts'
import { identifyService, withoutSignIn } from './service-guards.ts'
import { createLogger } from '../logging.ts'

const identity = (tokenId: number): ServiceIdentity => ({
  serviceAccountId: 1,
  tokenId,
  name: 'Payroll sync',
  clientId: null,
  scopes: [],
  owner: { id: 5, userName: 'ada', firstName: 'Ada', clientId: 1, isInternal: true, language: null },
  calledAt: new Date(),
})

test('a program that calls too often with one token is told when to come back, and another token goes on', async () => {
  // All calls in one minute, however long they take here.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await httpServer({
    logger: createLogger('silent', 'test', { write: () => {} }),
    trustedProxies: [],
    isHttps: false,
    texts: textsAsShipped,
  })
  const rates = await rateLimits(app, { isOn: true })
  const ask = (tokenId: number) =>
    identifyService(
      {
        headers: {},
        requestContext: { address: '192.0.2.1' },
        routeOptions: { config: {} },
      } as unknown as FastifyRequest,
      {
        rates,
        services: {
          authenticate: () => Promise.resolve(identity(tokenId)),
          callerOf: () => ({}) as Caller,
          findExposed: () => [],
          revokeExposed: () => Promise.reject(new Error('no token was exposed')),
        },
      },
    )
  let answer = await ask(1)
  for (let count = 1; count < 6000; count++) answer = await ask(1)
  expect(answer).toEqual(identity(1))
  const refusal = await ask(1)
  expect(refusal).toMatchObject({ code: '429', message: sentences.too_many_requests })
  expect(refusal instanceof Refusal && Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  expect(await ask(2)).toEqual(identity(2))
  await app.close()
})

test('a program is refused where a person would be asked to sign in again', () => {
  const asked = refuseOldSignIn(sentences.reauth_needed)
  const program = { service: identity(1) } as unknown as Caller
  expect(withoutSignIn(asked, program)).toMatchObject({
    code: '403',
    status: 403,
    message: sentences.service_call_closed,
  })
  expect(withoutSignIn(asked, { service: null } as unknown as Caller)).toBe(asked)
  expect(withoutSignIn({ rows: [] }, program)).toEqual({ rows: [] })
})
