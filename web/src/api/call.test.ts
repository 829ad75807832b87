import * as z from 'zod/mini'
import { beforeEach, expect, test, vi } from 'vitest'
import { Day, Id, YesNo } from '@portico/contract/kit/codecs.ts'
import { endpoint } from '@portico/contract/kit/endpoint.ts'
import { anyone, signedIn } from '@portico/contract/kit/guard.ts'
import { answer, answerWith, asked, fail, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { ApiError, ask, call } from './call.ts'
import { lastAccess } from './last-access.ts'
import { currentSession } from './session.ts'

const listBirds = endpoint({
  name: 'listBirds',
  method: 'GET',
  path: '/test/owners/{uid}/birds',
  guard: signedIn,
  summary: '',
  params: z.strictObject({ uid: Id }),
  query: z.strictObject({ seenOn: z.optional(Day), name: z.optional(z.string()) }),
  data: z.array(z.object({ canFly: YesNo, hatched: Day })),
})

const freeBird = endpoint({
  name: 'freeBird',
  method: 'PUT',
  path: '/test/birds/{birdId}',
  guard: signedIn,
  summary: '',
  params: z.strictObject({ birdId: Id }),
  body: z.strictObject({ atOnce: YesNo }),
  codes: { '409': { says: 'Somebody holds it.', data: z.object({ holder: z.string(), since: Day }) } },
})

const watchBirds = endpoint({
  name: 'watchBirds',
  method: 'GET',
  path: '/test/watch',
  guard: signedIn,
  summary: '',
  background: true,
})
const countBirds = endpoint({
  name: 'countBirds',
  method: 'GET',
  path: '/test/count',
  guard: anyone,
  summary: '',
  data: z.int(),
})

beforeEach(() => signInAs())

const refusalOf = async (attempt: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('the call should have been refused')
}

test('what is asked goes out in wire words, what comes back is read in house words (GENL-019, GENL-024)', async () => {
  answer(listBirds, [{ canFly: true, hatched: '2026-02-28' }])
  const birds = await call(listBirds, { params: { uid: 7 }, query: { seenOn: '2026-03-01', name: 'a & b' } })
  expect(asked(listBirds)[0]).toMatchObject({
    path: '/test/owners/7/birds',
    search: '?seenOn=03%2F01%2F2026&name=a+%26+b',
  })
  expect(birds).toEqual([{ canFly: true, hatched: '2026-02-28' }])
})

test('a read carries the session token only', async () => {
  answer(listBirds, [])
  await call(listBirds, { params: { uid: 7 }, query: {} })
  const headers = asked(listBirds)[0]?.headers
  expect(headers?.get('authorization')).toBe('Bearer the-session-token')
  expect(headers?.get('x-csrf-token')).toBeNull()
})

test('a write carries the request token too', async () => {
  answer(freeBird, null)
  await call(freeBird, { params: { birdId: 3 }, body: { atOnce: false } })
  const request = asked(freeBird)[0]
  expect(request?.headers.get('x-csrf-token')).toBe('the-csrf-token')
  expect(request?.headers.get('content-type')).toBe('application/json')
  expect(request?.body).toEqual({ atOnce: 'N' })
})

test('a public call tells nobody who is signed in', async () => {
  answer(countBirds, 4)
  expect(await call(countBirds)).toBe(4)
  expect(asked(countBirds)[0]?.headers.get('authorization')).toBeNull()
})

test('a declared code is an answer with its data', async () => {
  answerWith(freeBird, { code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
  const reply = await ask(freeBird, { params: { birdId: 3 }, body: { atOnce: true } })
  expect(reply).toMatchObject({ code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
})

test('where only data are wanted every other code is thrown with the server’s message (GENL-021)', async () => {
  answerWith(freeBird, { code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
  const error = await refusalOf(call(freeBird, { params: { birdId: 3 }, body: { atOnce: true } }))
  expect(error).toMatchObject({ code: '409', message: 'Bo holds it.' })
})

test('a refusal brings code, status and the broken fields', async () => {
  refuse(freeBird, 422, 'A rule is broken.', [{ field: 'atOnce', message: 'Not at night.' }])
  const error = await refusalOf(ask(freeBird, { params: { birdId: 3 }, body: { atOnce: true } }))
  expect(error).toMatchObject({ code: '422', status: 422, fields: [{ field: 'atOnce', message: 'Not at night.' }] })
})

test('an error without message and data shows the general text, one with data shows that (GENL-022)', async () => {
  refuse(countBirds, 500, '')
  expect((await refusalOf(call(countBirds))).message).toContain('Something went wrong on our side')
  refuse(countBirds, 500, '', 'The cage is open.')
  expect((await refusalOf(call(countBirds))).message).toBe('The cage is open.')
})

test('without a connection the error says what to do', async () => {
  fail(countBirds)
  const error = await refusalOf(call(countBirds))
  expect(error.status).toBe(0)
  expect(error.message).toBe('There is no connection to the portal. Check your network and try again.')
})

test('data that do not fit the contract are an error, not a surprise later', async () => {
  answer(countBirds, 4)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: '200', data: 'many', message: '' })))
  expect((await refusalOf(call(countBirds))).code).toBe('500')
})

test('a page instead of an answer is an error by its status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  expect((await refusalOf(call(countBirds))).code).toBe('502')
})

test('a session that the server no longer knows ends here', async () => {
  refuse(listBirds, 401, 'You are not logged in. Please login again.')
  await refusalOf(call(listBirds, { params: { uid: 7 }, query: {} }))
  expect(currentSession()).toBeNull()
})

test('the first call that is told of the end of a session ends the others, and none is asked after it', async () => {
  let waiting = 0
  const told: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    waiting += 1
    signal?.addEventListener('abort', () => (waiting -= 1))
    return new Promise<Response>((resolve, reject) => {
      told.push(resolve)
      signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    })
  })
  const refusals = [1, 2, 3].map(() => refusalOf(call(watchBirds)))
  told[0]?.(Response.json({ code: '401', data: { endReason: 'displaced' }, message: '' }, { status: 401 }))
  await refusals[0]
  expect(waiting).toBe(0)
  for (const refusal of await Promise.all(refusals)) expect(refusal.status).toBe(401)
  await refusalOf(call(watchBirds))
  expect(told).toHaveLength(3)
})

test('a late refusal of an older session does not end the new one', async () => {
  let answerLate: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answerLate = resolve)))
  const late = refusalOf(call(watchBirds))
  signInAs({ loginSessionId: 'a-newer-token' })
  answerLate(Response.json({ code: '401', data: null, message: '' }, { status: 401 }))
  await late
  expect(currentSession()?.token).toBe('a-newer-token')
})

test('an ordinary call counts as activity, a background one does not', async () => {
  vi.useFakeTimers()
  answer(watchBirds, null)
  answer(listBirds, [])
  vi.advanceTimersByTime(60_000)
  const before = lastAccess()
  await call(watchBirds)
  expect(lastAccess()).toBe(before)
  await call(listBirds, { params: { uid: 7 }, query: {} })
  expect(lastAccess()).toBe(Date.now())
})
