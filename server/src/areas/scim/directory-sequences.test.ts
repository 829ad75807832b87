import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type Directory, newDirectory, recorded, valueAt } from '../../../test/scim.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe.each(Object.entries(recorded.sequences))('%s provides an employer', (_provider, steps) => {
  const saved: Record<string, string> = {}
  let directory: Directory
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => saved[name] ?? '')

  beforeAll(async () => {
    directory = await newDirectory(portal)
  })

  test.each(steps.map((step) => [step.name, step] as const))('%s', async (_name, step) => {
    const body = step.body && (JSON.parse(fill(JSON.stringify(step.body))) as unknown)
    const answer = await directory.call(step.method, fill(step.path), body)
    expect(answer).toMatchObject({ status: step.status })
    expect(answer.headers.get('content-type')).toBe(step.status === 204 ? null : 'application/scim+json; charset=utf-8')
    const wanted = Object.entries(step.expect ?? {})
    expect(Object.fromEntries(wanted.map(([path]) => [path, valueAt(answer.body, path) ?? null]))).toEqual(
      JSON.parse(fill(JSON.stringify(step.expect ?? {}))),
    )
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = String(valueAt(answer.body, path))
  })
})
