import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logout } from '@portico/contract/session.ts'
import { answer, failToConnect } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { currentSession, endSession } from '../api/session.ts'
import { signOut, signOutFinished } from './sign-out.ts'

const COMPANY = { signInUrl: 'https://portal.test/start', signOutUrl: 'https://login.example.test/signout' }

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
