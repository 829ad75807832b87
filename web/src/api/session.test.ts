import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '../../test/people.ts'
import {
  currentSession,
  endSession,
  adoptSessionFromTabs,
  markLicenseAccepted,
  onSessionEnd,
  preLoginToken,
} from './session.ts'
import type { TabMessage } from './tab-channel.ts'

let otherTab: BroadcastChannel
let messages: TabMessage[]

beforeEach(() => {
  // Another tab of the same browser.
  otherTab = new BroadcastChannel('portico')
  messages = []
  otherTab.onmessage = (event: MessageEvent<TabMessage>) => {
    messages.push(event.data)
  }
})

afterEach(() => otherTab.close())

const contentOf = (storage: Storage) => Object.fromEntries(Object.entries(storage))

test('token, user name and request token stay in the tab, all other values are shared (SESS-021, SESS-022, SESS-026, SESS-029)', () => {
  signInAs()
  expect(contentOf(sessionStorage)).toEqual({
    sessionToken: 'the-session-token',
    uname: 'ann.smith',
    csrfToken: 'the-csrf-token',
  })
  expect(contentOf(localStorage)).toEqual({
    uid: '7',
    loggedinHeaderFirstNm: 'Ann',
    isIdmUser: 'N',
    isFederatedUser: 'N',
    isTemporaryPassword: 'N',
    hasSecurityQuestion: 'Y',
    isEmulated: 'N',
    daysBeforePasswordExpire: '80',
    passwordExpiredFlg: 'N',
    internalUserFlg: 'N',
    activeApps: '[]',
  })
})

test('a license that is not accepted yet is known to the next page of this tab and to other tabs, until it is accepted', async () => {
  signInAs({ eulaAcceptedDt: null })
  expect(sessionStorage.getItem('closedGate')).toBe('license')
  await expect.poll(() => messages).toMatchObject([{ values: { closedGate: 'license' } }])
  markLicenseAccepted()
  expect(currentSession()).toMatchObject({ gate: null })
  expect(sessionStorage.getItem('closedGate')).toBeNull()
})

test('the pre-login token is a shared value that a sign-in consumes (SESS-005)', () => {
  preLoginToken.write('pre-login-token')
  expect(localStorage.getItem('preLoginCsrfToken')).toBe('pre-login-token')
  signInAs()
  expect(localStorage.getItem('preLoginCsrfToken')).toBeNull()
})

test('no value of mine is left after signing out', () => {
  signInAs()
  endSession('signed-out')
  expect(currentSession()).toBeNull()
  expect(sessionStorage.length + localStorage.length).toBe(0)
})

test('the other tabs are notified of sign-in and sign-out', async () => {
  signInAs()
  endSession('signed-out')
  await expect
    .poll(() => messages)
    .toEqual([
      {
        kind: 'signed-in',
        values: expect.objectContaining({ sessionToken: 'the-session-token', uid: '7' }) as unknown,
      },
      { kind: 'ended', sessionToken: 'the-session-token', reason: 'signed-out' },
    ])
})

test('signing out in another tab signs out this one', async () => {
  signInAs()
  const left = vi.fn<(reason: string) => void>()
  const stop = onSessionEnd(left)
  otherTab.postMessage({ kind: 'ended', sessionToken: 'the-session-token', reason: 'signed-out' })
  await expect.poll(() => left.mock.calls).toEqual([['signed-out']])
  expect(currentSession()).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  stop()
})

test('the end of an older session does not end this one', async () => {
  signInAs()
  otherTab.postMessage({ kind: 'ended', sessionToken: 'an-older-token', reason: 'signed-out' })
  otherTab.postMessage({ kind: 'who-is-signed-in' })
  await expect.poll(() => messages).toHaveLength(2)
  expect(currentSession()?.token).toBe('the-session-token')
})

const shared = { sessionToken: 'shared', uname: 'ann.smith', csrfToken: 'shared-csrf', uid: '7', internalUserFlg: 'N' }

test('a new tab adopts the session of another tab', async () => {
  // The timeout is not under test here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.setItem('uid', '7')
  otherTab.onmessage = () => otherTab.postMessage({ kind: 'signed-in', values: shared })
  expect(await adoptSessionFromTabs()).toBe(true)
  expect(currentSession()).toMatchObject({ uid: 7, token: 'shared', csrfToken: 'shared-csrf', userName: 'ann.smith' })
})

test('a tab follows when another user signs in in another tab, whenever the shared values arrive', async () => {
  signInAs()
  otherTab.postMessage({ kind: 'signed-in', values: { ...shared, uname: 'bo.brown', uid: '8' } })
  await expect.poll(currentSession).toMatchObject({ uid: 8, userName: 'bo.brown' })
})

test('a new tab stops waiting after 300 ms without an answer', async () => {
  vi.useFakeTimers()
  localStorage.setItem('uid', '7')
  otherTab.onmessage = null
  const joined = adoptSessionFromTabs()
  await vi.advanceTimersByTimeAsync(299)
  expect(await Promise.race([joined, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await joined).toBe(false)
})

test('a new tab does not wait when no tab is signed in', async () => {
  vi.useFakeTimers()
  expect(await adoptSessionFromTabs()).toBe(false)
})
