import * as z from 'zod/mini'
import { beforeEach, expect, test, vi } from 'vitest'
import { Day, Id, YesNo } from '@portico/contract/kit/codecs.ts'
import { endpoint } from '@portico/contract/kit/endpoint.ts'
import { anyone, signedIn } from '@portico/contract/kit/guard.ts'
import { answer, answerWith, requestsTo, failToConnect, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { ApiError, request, call } from './call.ts'
import { lastAccess } from './last-access.ts'
import { currentSession } from './session.ts'

const listBirds = endpoint({
  name: 'listBirds',
  method: 'GET',
  path: '/test/owners/{uid}/birds',
  guard: signedIn(),
  params: z.strictObject({ uid: Id }),
  query: z.strictObject({ seenOn: z.optional(Day), name: z.optional(z.string()) }),
  data: z.array(z.object({ canFly: YesNo, hatched: Day })),
})

const freeBird = endpoint({
  name: 'freeBird',
  method: 'PUT',
  path: '/test/birds/{birdId}',
  guard: signedIn(),
  params: z.strictObject({ birdId: Id }),
  body: z.strictObject({ atOnce: YesNo }),
  codes: { '409': { message: 'Somebody holds it.', data: z.object({ holder: z.string(), since: Day }) } },
})

const watchBirds = endpoint({
  name: 'watchBirds',
  method: 'GET',
  path: '/test/watch',
  guard: signedIn(),
  background: true,
})
const countBirds = endpoint({
  name: 'countBirds',
  method: 'GET',
  path: '/test/count',
  guard: anyone,
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

test('requests are encoded to wire values and answers decoded to domain values (GENL-019, GENL-024)', async () => {
  answer(listBirds, [{ canFly: true, hatched: '2026-02-28' }])
  const birds = await call(listBirds, { params: { uid: 7 }, query: { seenOn: '2026-03-01', name: 'a & b' } })
  expect(requestsTo(listBirds)[0]).toMatchObject({
    path: '/test/owners/7/birds',
    search: '?seenOn=03%2F01%2F2026&name=a+%26+b',
  })
  expect(birds).toEqual([{ canFly: true, hatched: '2026-02-28' }])
})

test('a read carries the session token only', async () => {
  answer(listBirds, [])
  await call(listBirds, { params: { uid: 7 }, query: {} })
  const headers = requestsTo(listBirds)[0]?.headers
  expect(headers?.get('authorization')).toBe('Bearer the-session-token')
  expect(headers?.get('x-csrf-token')).toBeNull()
})

test('a write carries the request token too', async () => {
  answer(freeBird, null)
  await call(freeBird, { params: { birdId: 3 }, body: { atOnce: false } })
  const request = requestsTo(freeBird)[0]
  expect(request?.headers.get('x-csrf-token')).toBe('the-csrf-token')
  expect(request?.headers.get('content-type')).toBe('application/json')
  expect(request?.body).toEqual({ atOnce: 'N' })
})

test('a public call does not send the session token', async () => {
  answer(countBirds, 4)
  expect(await call(countBirds)).toBe(4)
  expect(requestsTo(countBirds)[0]?.headers.get('authorization')).toBeNull()
})

test('a declared code is an answer with its data', async () => {
  answerWith(freeBird, { code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
  const reply = await request(freeBird, { params: { birdId: 3 }, body: { atOnce: true } })
  expect(reply).toMatchObject({ code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
})

test('where only data are expected, every other code is thrown with the server’s message (GENL-021)', async () => {
  answerWith(freeBird, { code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: 'Bo holds it.' })
  const error = await refusalOf(call(freeBird, { params: { birdId: 3 }, body: { atOnce: true } }))
  expect(error).toMatchObject({ code: '409', message: 'Bo holds it.' })
  answerWith(freeBird, { code: '409', data: { holder: 'Bo', since: '2026-01-02' }, message: '' })
  const unsaid = await refusalOf(call(freeBird, { params: { birdId: 3 }, body: { atOnce: true } }))
  expect(unsaid.message).toContain('Something went wrong on our side')
})

test('a refusal has code, status and the invalid fields', async () => {
  refuse(freeBird, 422, 'A rule is broken.', [{ field: 'atOnce', message: 'Not at night.' }])
  const error = await refusalOf(request(freeBird, { params: { birdId: 3 }, body: { atOnce: true } }))
  expect(error).toMatchObject({ code: '422', status: 422, fields: [{ field: 'atOnce', message: 'Not at night.' }] })
})

test('an error without message and data shows the general text, one with data shows that (GENL-022)', async () => {
  refuse(countBirds, 500, '')
  expect((await refusalOf(call(countBirds))).message).toContain('Something went wrong on our side')
  refuse(countBirds, 500, '', 'The cage is open.')
  expect((await refusalOf(call(countBirds))).message).toBe('The cage is open.')
})

test('without a connection the error says what to do', async () => {
  failToConnect(countBirds)
  const error = await refusalOf(call(countBirds))
  expect(error.status).toBe(0)
  expect(error.message).toBe('We can’t reach the portal. Check your network connection and try again.')
})

test('data that do not match the contract are an error', async () => {
  answer(countBirds, 4)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: '200', data: 'many', message: '' })))
  expect((await refusalOf(call(countBirds))).code).toBe('500')
})

test('an HTML page instead of an answer is an error with its status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  expect((await refusalOf(call(countBirds))).code).toBe('502')
})

test('a session that the server no longer knows ends in this browser', async () => {
  refuse(listBirds, 401, 'You are not logged in. Please login again.')
  await refusalOf(call(listBirds, { params: { uid: 7 }, query: {} }))
  expect(currentSession()).toBeNull()
})

test('the first call that learns of the end of a session aborts the others, and no later call is sent', async () => {
  let waiting = 0
  const resolvers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    waiting += 1
    signal?.addEventListener('abort', () => (waiting -= 1))
    return new Promise<Response>((resolve, reject) => {
      resolvers.push(resolve)
      signal?.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')))
    })
  })
  const refusals = [1, 2, 3].map(() => refusalOf(call(watchBirds)))
  resolvers[0]?.(Response.json({ code: '401', data: { endReason: 'displaced' }, message: '' }, { status: 401 }))
  await refusals[0]
  expect(waiting).toBe(0)
  for (const refusal of await Promise.all(refusals)) expect(refusal.status).toBe(401)
  await refusalOf(call(watchBirds))
  expect(resolvers).toHaveLength(3)
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
