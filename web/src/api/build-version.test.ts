import { expect, test } from 'vitest'
import { getApplicationResources, getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { answer } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { clearEmulation, storeEmulation } from './emulation.ts'
import { queryClient } from './query.ts'
import { currentSession } from './session.ts'
import { loadTexts, loadVersion } from './start-up.ts'
import { overrideTexts, texts } from './texts.ts'

async function openWithBuild(buildVersion: string) {
  queryClient.clear()
  answer(getManifest, { buildVersion, buildDate: null, commit: null })
  loadVersion()
  await expect.poll(() => document.cookie).toContain(buildVersion)
}

test('a new build clears the local storage, the same one leaves it alone (SESS-023)', async () => {
  await openWithBuild('1.0.0')
  localStorage.setItem('activeApps', '["of the old build"]')
  await openWithBuild('1.0.0')
  expect(localStorage.getItem('activeApps')).toBe('["of the old build"]')
  await openWithBuild('1.1.0')
  expect(localStorage.length).toBe(0)
})

test('a new build does not sign the user out', async () => {
  await openWithBuild('1.0.0')
  signInAs()
  localStorage.setItem('left-over', 'of the old build')
  await openWithBuild('1.1.0')
  expect(localStorage.getItem('left-over')).toBeNull()
  expect(localStorage.getItem('uid')).toBe('7')
  expect(currentSession()?.uid).toBe(7)
})

test('a new build during an emulation leaves the administrator signed in for the return', async () => {
  await openWithBuild('1.0.0')
  signInAs()
  localStorage.setItem('left-over', 'of the old build')
  storeEmulation({
    login: {
      userId: 21,
      userNm: 'bea.ivers',
      firstNm: 'Bea',
      lastNm: 'Ivers',
      loginSessionId: 'the-emulated-token',
      internalUserFlg: false,
      idmuser: false,
      federatedUser: false,
      readOnlyFlg: true,
      emulationEndDt: new Date('2026-11-20T15:30:00Z'),
      secondsLeft: 1800,
    },
    csrfToken: 'csrf',
    administrator: { id: 7, userNm: 'ann.smith', firstNm: 'Ann' },
    returnTo: '/content-authenticated/administration',
  })
  await openWithBuild('1.1.0')
  expect(localStorage.getItem('left-over')).toBeNull()
  clearEmulation({ isSignedOut: false })
  expect(localStorage.getItem('uid')).toBe('7')
  expect(sessionStorage.getItem('sessionToken')).toBe('the-session-token')
})

test('texts show at once and change when the resource table arrives (SIGN-047)', async () => {
  expect(texts(generalTexts).menu_home).toBe('Home')
  answer(getApplicationResources, { menu_home: 'Start' })
  await loadTexts()
  expect(texts(generalTexts).menu_home).toBe('Start')
  expect(texts(generalTexts).close).toBe('Close')
  overrideTexts({})
})
