import { downloadDocument, uploadDocument } from '@portico/contract/documents/documents.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, requestsTo, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { uploadsGoToServer } from '../../test/uploads.ts'
import { download, upload } from './files.ts'
import { lastAccess } from './last-access.ts'
import { currentSession, endSession, onSessionEnd } from './session.ts'

beforeEach(() => {
  uploadsGoToServer()
  signInAs()
})

const send = () =>
  upload(uploadDocument, {
    file: new File(['1'], 'a.csv'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
const fetchOne = () => download(downloadDocument, { params: { documentId: 7 }, name: 'a.csv' })

test.each([
  ['an upload', uploadDocument, send],
  ['a download', downloadDocument, fetchOne],
])('%s learns why the session ended, like every other call', async (_what, endpoint, attempt) => {
  const reasons: string[] = []
  const stop = onSessionEnd((reason) => reasons.push(reason))
  refuse(endpoint, 401, 'Signed in elsewhere.', { endReason: 'displaced' })
  await expect(attempt()).rejects.toMatchObject({ status: 401, message: 'Signed in elsewhere.' })
  stop()
  expect(reasons).toEqual(['displaced'])
  expect(currentSession()).toBeNull()
})

test.each([
  ['an upload', uploadDocument, send],
  ['a download', downloadDocument, fetchOne],
])(
  '%s learns of a closed gate, keeps its request id in errors, and sends nothing without a session',
  async (...[, endpoint, attempt]) => {
    refuse(endpoint, 403, 'First the license.', { closedGate: 'license' }, { 'x-request-id': 'call-17' })
    await expect(attempt()).rejects.toMatchObject({ status: 403, requestId: 'call-17' })
    expect(currentSession()?.gate).toBe('license')
    endSession('signed-out')
    await expect(attempt()).rejects.toMatchObject({ status: 401 })
    expect(requestsTo(endpoint)).toHaveLength(1)
  },
)

test('an upload counts as activity', async () => {
  vi.useFakeTimers()
  answer(uploadDocument, null)
  vi.advanceTimersByTime(60_000)
  await send()
  expect(lastAccess()).toBe(Date.now())
})
