import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import { keptFields, plainEvents } from '../../src/areas/audit/erased-states.ts'
import { type Portal, startPortal } from '../portal.ts'
import { declareAnswer } from '../received-answers.ts'
import type { CalledHere } from './audited-write.ts'
import { auditedWrites } from './audited-writes.ts'
import { makeWorld, openSession, type Persona, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  for (const [name, entry] of Object.entries(auditedWrites))
    if ('inSteps' in entry) declareAnswer(`event ${name} ${entry.event}`)
})
afterAll(() => portal.close())

/** Reads that write: they end a sign-in, or open an application. */
const writingReads = [
  'launchPage',
  'receiveRedirectedSignOn',
  'manageUserAtSystem',
  'finishDirectorySignIn',
  'checkDirectoryUser',
  'checkActiveUser',
  'checkSecondFactorUser',
]
const endpoints = new Map(allEndpoints().map(({ endpoint }) => [endpoint.name, endpoint]))
const writing = [...endpoints.values()]
  .filter(({ method, name }) => method !== 'GET' || writingReads.includes(name))
  .map(({ name }) => name)

/** Endpoints that write and have no entry, and entries without such an endpoint. */
function unlisted(names: readonly string[]): string[] {
  const known = Object.keys(auditedWrites)
  return [...names.filter((name) => !known.includes(name)), ...known.filter((name) => !names.includes(name))]
}

describe('every call that writes', () => {
  test('says which event it leaves in the audit trail, or why none', () => {
    expect(unlisted(writing)).toEqual([])
    expect(unlisted([...writing, 'aNewOne'])).toEqual(['aNewOne'])
  })
})

const calledHere = Object.entries(auditedWrites).flatMap(([name, entry]): [string, CalledHere][] =>
  'none' in entry || 'inSteps' in entry ? [] : [[name, entry]],
)

async function callerOf({ guard }: Endpoint, as?: Persona): Promise<{ persona: Persona; browser: Browser }> {
  const persona = as ?? (guard.kind === 'admin' ? 'portalAdmin' : 'external')
  if (guard.kind !== 'public') return { persona, browser: await openSession(portal, world.users[persona]) }
  const browser = portal.browser()
  if (guard.preLogin) await browser.openSignInPage()
  return { persona, browser }
}

describe('leaves its event', () => {
  test.each(calledHere)('%s', async (name, { event, as, body, prepare, target: columns = {} }) => {
    const endpoint = endpoints.get(name) as Endpoint
    await world.renew(endpoint.name)
    const { persona, browser } = await callerOf(endpoint, as)
    const target = await portal.make.user({ client_id: world.users.external.clientId, ...columns })
    const prepared = (await prepare?.(portal, world, target)) ?? {}
    const ids = { ...world.ids, uid: String(world.users[persona].id), ...prepared }
    const [last] = await portal.owner('select coalesce(max(id), 0)::int as id from audit_events')
    const { method, path, ...rest } = sampleCall(endpoint, endpoint.path, ids, portal.origin, browser)
    const given = body && { body: JSON.stringify(body(target, ids)) }
    const answer = await browser.request(method, path, { ...rest, ...given })
    const events = await portal.owner('select event from audit_events where id > $1 order by id', [last?.['id']])
    expect({ answer: answer.text.slice(0, 500), events: events.map((row) => row['event']) }).toMatchObject({
      events: expect.arrayContaining([event]),
    })
  })
})

/**
 * Fields of personal states that hold what somebody entered, or a name: an erasure takes their texts. A field that holds
 * a code is one of `keptFields` instead, so that the trail goes on saying what was done.
 */
const enteredFields: readonly string[] = [
  'criteria',
  'jobTitle',
  'linkNm',
  'linkUrlTxt',
  'name',
  'pendingEmail',
  'reason',
]

/** Fields of a state with texts that an erasure takes. */
function takenFields(state: unknown, field = ''): string[] {
  if (typeof state === 'string') return /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(state) ? [] : [field]
  if (Array.isArray(state)) return state.flatMap((part) => takenFields(part, field))
  return Object.entries(state ?? {}).flatMap(([name, part]) =>
    keptFields.includes(name) ? [] : takenFields(part, name),
  )
}

test('of the states of events about people an erasure takes what was entered, and leaves the codes', async () => {
  const events = await portal.owner('select before, after from audit_events where event <> all ($1)', [plainEvents])
  const taken = new Set(events.flatMap(({ before, after }) => [...takenFields(before), ...takenFields(after)]))
  expect([...taken].toSorted()).toEqual(enteredFields)
})
