import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queues } from '../../src/jobs/queue.ts'
import { schedules } from '../../src/jobs/schedule.ts'
import type { Browser, Raw } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import type { CalledHere } from './audited-write.ts'
import { auditedWrites } from './audited-writes.ts'
import { makeWorld, openSession, type Persona, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'

/** A portal whose database was prepared as before the first start, and in which no job has ever run. */
let portal: Portal
let world: World
/** Jobs with a schedule before anything was called. */
let scheduled: string[]
beforeAll(async () => {
  portal = await startPortal({ isNew: true })
  scheduled = (await portal.owner('select code from job_schedules')).map(({ code }) => String(code))
  world = await makeWorld(portal)
})
afterAll(() => portal.close())

const writing = allEndpoints()
  .map(({ endpoint }): [string, Endpoint] => [endpoint.name, endpoint])
  .filter(([name, { method }]) => method !== 'GET' || name in auditedWrites)

/** Bodies with which calls go on to the job that they add, where the smallest ones do not. */
const further: Readonly<Record<string, (user: MadeUser) => string>> = {
  recoverPassword: ({ userName }) => JSON.stringify({ userNm: userName, pswdPhrase: ANSWER }),
  uploadUserImport: () =>
    [
      '--b\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n',
      'First name,Last name,Email,Employer,User ID\r\nAda,First,ada@harbor.test,Nobody,\r\n--b--\r\n',
    ].join('\r\n'),
  startAccessReview: ({ clientId }) =>
    JSON.stringify({ employerId: clientId, dueDt: new Date(Date.now() + 86_400_000).toISOString() }),
}
const ANSWER = 'the blue heron'

const sampleOf = ({ name }: Endpoint): Partial<CalledHere> => {
  const entry = auditedWrites[name]
  return entry && !('none' in entry) && !('inSteps' in entry) ? entry : {}
}

async function callerOf({ guard }: Endpoint, persona: Persona): Promise<Browser> {
  if (guard.kind !== 'public') return openSession(portal, world.users[persona])
  const browser = portal.browser()
  if (guard.preLogin) await browser.openSignInPage()
  return browser
}

async function firstCall(endpoint: Endpoint): Promise<Raw> {
  await world.renew(endpoint.name)
  const { as, body, prepare, target: columns = {} } = sampleOf(endpoint)
  const persona: Persona = as ?? (endpoint.guard.kind === 'admin' ? 'portalAdmin' : 'external')
  const browser = await callerOf(endpoint, persona)
  const target = await portal.make.user({
    client_id: world.users.external.clientId,
    security_answer_hash: await portal.hashing.hash(ANSWER),
    ...columns,
  })
  const prepared = (await prepare?.(portal, world, target)) ?? {}
  const ids = { ...world.ids, uid: String(world.users[persona].id), ...prepared }
  const { method, path, ...rest } = sampleCall(endpoint, endpoint.path, ids, portal.origin, browser)
  const given = further[endpoint.name]?.(target) ?? (body && JSON.stringify(body(target, ids)))
  return browser.request(method, path, { ...rest, ...(given === undefined ? {} : { body: given }) })
}

const queuesThere = () => portal.owner('select * from jobs.queue order by name')
/** Queues to which the calls so far have added a job. */
const queuesUsed = new Set<string>()

describe('a new installation in which no job has run yet', () => {
  test('has all queues and default schedules', async () => {
    const names = (await queuesThere()).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([...Object.keys(queues), 'dead']))
    expect(new Set(scheduled)).toEqual(new Set(schedules.map(({ name }) => name)))
  })

  test.each(writing)('answers %s as its first request', async (_name, endpoint) => {
    const before = await queuesThere()
    const { status, text } = await firstCall(endpoint)
    expect({ status: status < 500, text: status < 500 ? '' : text }).toEqual({ status: true, text: '' })
    // The call leaves nothing that the next one may rely on.
    expect(await queuesThere()).toEqual(before)
    for (const { name } of await portal.owner('delete from jobs.job returning name')) queuesUsed.add(String(name))
  })

  test('takes the jobs of all these calls, of every queue that calls add to', () => {
    expect([...queuesUsed]).toEqual(
      expect.arrayContaining([
        'access-review-notices',
        'announcement-sync',
        'deliver-mail',
        'mail-purge',
        'report',
        'user-import',
      ]),
    )
  })
})
