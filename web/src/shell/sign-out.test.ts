import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listActiveApps, listActiveAppsOfBoth } from '@portico/contract/logout-chain/logout-chain.ts'
import { logout } from '@portico/contract/session/session.ts'
import { answer, failToConnect, requestsTo } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { storeEmulation } from '../api/emulation.ts'
import { currentSession, endSession, updateFirstName } from '../api/session.ts'
import { hasActiveApps, signOut, signOutFinished } from './sign-out.ts'

const COMPANY = { signInUrl: 'https://portal.test/start', signOutUrl: 'https://login.example.test/signout' }

const LOGIN = {
  userId: 21,
  userNm: 'bea.ivers',
  firstNm: 'Bea',
  lastNm: 'Ivers',
  loginSessionId: 'the-emulated-token',
  internalUserFlg: false,
  federatedUser: false,
  readOnlyFlg: false,
  secondsLeft: 1800,
}

let leave: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  answer(logout, COMPANY)
})
afterEach(() => endSession('lost'))

async function signOutOf(who: Parameters<typeof signInAs>[0]) {
  signInAs(who)
  signOut()
  expect(currentSession()).toBeNull()
  await signOutFinished()
}

test('a directory user is signed out at the company too (LOUT-004)', async () => {
  await signOutOf({ idmuser: true })
  expect(leave).toHaveBeenCalledWith(COMPANY.signOutUrl)
})

test('all other users stay here (LOUT-008)', async () => {
  await signOutOf({})
  expect(leave).not.toHaveBeenCalled()
})

test('a directory user stays here when there is no such address, or no answer', async () => {
  answer(logout, null)
  await signOutOf({ idmuser: true })
  failToConnect(logout)
  await signOutOf({ idmuser: true })
  expect(leave).not.toHaveBeenCalled()
})

test('a session that expires ends in this browser only', () => {
  signInAs({ idmuser: true })
  endSession('lost')
  expect(leave).not.toHaveBeenCalled()
})

const ledger = { systemId: 9, systemNm: 'Ledger', systemCd: null, browserLogoutUrl: null }

/** An administrator acts as a user of a company's directory. */
function actAsDirectoryUser() {
  signInAs()
  const login = { ...LOGIN, idmuser: true, emulationEndDt: new Date(Date.now() + 1_800_000) }
  const administrator = { id: 7, userNm: 'ann.smith', firstNm: 'Ann' }
  storeEmulation({ login, csrfToken: 'csrf', administrator, returnTo: '/content-authenticated/administration' })
  // The page reads the storage again, as after it was loaded.
  updateFirstName('Bea')
}

test('an administrator who signs out while acting as a directory user is not sent to that user’s company (LOUT-004)', async () => {
  actAsDirectoryUser()
  expect(currentSession()).toMatchObject({ isDirectoryUser: true, isEmulated: true })
  signOut()
  await signOutFinished()
  expect(leave).not.toHaveBeenCalledWith(COMPANY.signOutUrl)
})

test('leaving an emulation asks for the applications of that user alone, signing out for those of both (LOUT-018, LOUT-026)', async () => {
  actAsDirectoryUser()
  answer(listActiveApps, [])
  answer(listActiveAppsOfBoth, [ledger])
  expect(await hasActiveApps('E')).toBe(false)
  expect(await hasActiveApps()).toBe(true)
  answer(listActiveApps, [ledger])
  answer(listActiveAppsOfBoth, [])
  expect(await hasActiveApps('E')).toBe(true)
  expect(await hasActiveApps()).toBe(false)
  expect(requestsTo(listActiveAppsOfBoth)[0]?.path).toMatch(/\/admin-users\/7\/cpusers\/21\//)
})

test('outside an emulation my own open applications are asked for; where nobody answers I sign out at once (LOUT-018)', async () => {
  signInAs()
  answer(listActiveApps, [ledger])
  expect(await hasActiveApps()).toBe(true)
  failToConnect(listActiveApps)
  expect(await hasActiveApps()).toBe(false)
  expect(requestsTo(listActiveAppsOfBoth)).toEqual([])
})
