import { onlineManager } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { answer, answerAfter, failToConnect, refuse, requestsTo } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { currentToasts, toast } from '../ui/toast.ts'
import { failureOf, runAction } from './run-action.ts'
import { useLoaded } from './use-loaded.ts'

const missing = new TypeError('Failed to fetch dynamically imported module')
const updated = /^The portal may have been updated after you opened it. Try again. /
const offline = 'We can’t reach the portal. Check your network connection and try again.'

beforeEach(() => signInAs())
afterEach(() => act(() => toast.clear()))

test.each([401, 403, 429, 500, 503])(
  'a server that refuses the report with %i answers, and has no such part',
  async (status) => {
    refuse(logForUser, status, 'Refused')
    const { message, reload } = await failureOf(missing)
    expect(message).toMatch(updated)
    expect(reload?.label).toBe('Try again')
  },
)

test('an action whose part is gone comes with a button that loads the page anew; without an answer it does not', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  onTestFinished(() => reload.mockRestore())
  answer(logForUser, null)
  const gone = await runAction(() => Promise.reject(missing))
  expect(gone).toMatchObject({ ok: false, message: expect.stringMatching(updated) })
  if (!gone.ok) gone.reload?.run()
  expect(reload).toHaveBeenCalledOnce()
  failToConnect(logForUser)
  expect(await runAction(() => Promise.reject(missing))).toEqual({ ok: false, message: offline })
})

test('where the network hangs, the message waits three seconds for the server at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  answerAfter(logForUser, new Promise<never>(() => undefined))
  const failure = failureOf(missing)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await failure).toEqual({ message: offline })
})

test('without a network the message waits for nothing', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  answerAfter(logForUser, new Promise<never>(() => undefined))
  expect(await failureOf(missing)).toEqual({ message: offline })
})

test('a part that is closed while the reason is asked for shows no message', async () => {
  let finish: (data: null) => void = () => undefined
  answerAfter(logForUser, new Promise<null>((resolve) => (finish = resolve)) as Promise<never>)
  const onFailure = vi.fn<() => void>()
  const { rerender } = renderHook(({ isNeeded }) => useLoaded(() => Promise.reject(missing), isNeeded, onFailure), {
    initialProps: { isNeeded: true },
  })
  await vi.waitFor(() => expect(requestsTo(logForUser)).toHaveLength(1))
  rerender({ isNeeded: false })
  const later = failureOf(missing)
  finish(null)
  // Asked later, so the reason of the part is known by then.
  await later
  expect(onFailure).not.toHaveBeenCalled()
  expect(currentToasts().recent).toEqual([])
})
