import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { deleteSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { getPasswordRules } from '@portico/contract/password/password.ts'
import { getReauthentication } from '@portico/contract/reauthentication/reauthentication.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { deGeneralTexts } from '@portico/contract/texts/de/general-texts.ts'
import { deShellTexts } from '@portico/contract/texts/de/shell-texts.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { answerAccount } from '../../test/account.ts'
import { answer, answerWire, failToConnect, requestsTo } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { call } from '../api/call.ts'
import { rememberLanguage } from '../api/language.ts'
import { replaceLanguage } from '../api/texts.ts'

// Loaded with the tests: only the dialogs are missing.
import '../portal/account-settings/AccountSettingsPage.tsx'

const attempts = vi.hoisted(() => {
  let count = 0
  const fail = () => {
    count++
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  return { fail, count: () => count }
})
vi.mock('../portal/account-settings/ChangeOwnPassword.tsx', () => ({
  get ChangeOwnPassword() {
    return attempts.fail()
  },
}))
vi.mock('./ReauthenticationDialog.tsx', () => ({
  get ReauthenticationDialog() {
    return attempts.fail()
  },
}))

const updated =
  'The portal may have been updated after you opened it. Try again. If it keeps happening, contact your Client Relations representative.'
const offline = 'We can’t reach the portal. Check your network connection and try again.'

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
  answer(getPasswordRules, [])
  answer(logForUser, null)
  answer(getReauthentication, { method: 'password', startUrl: null })
})

async function openSettings() {
  signInAs()
  const page = renderPage('/content-authenticated/account-settings')
  return { ...page, opener: await screen.findByRole('button', { name: 'Change password' }) }
}

test('a password dialog that cannot be loaded closes with a message, and the next press tries again', async () => {
  const { person, opener } = await openSettings()
  await person.click(opener)
  await screen.findByText(updated)
  await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull())
  expect(document.activeElement).toBe(opener)
  expect(requestsTo(logForUser)).toHaveLength(1)
  const before = attempts.count()
  await person.click(opener)
  await waitFor(() => expect(attempts.count()).toBeGreaterThan(before))
})

test('where the server no longer has a dialog, its message loads the page anew; without a network it does not', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  onTestFinished(() => reload.mockRestore())
  const { person, opener } = await openSettings()
  await person.click(opener)
  await screen.findByText(updated)
  expect(reload).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  failToConnect(logForUser)
  await person.click(opener)
  await screen.findByText(offline)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a German user reads in German that a dialog is missing', async () => {
  answer(getApplicationResources, { ...deShellTexts, ...deGeneralTexts })
  answer(getOwnTexts, { languageCd: 'de', texts: {} })
  onTestFinished(() => {
    replaceLanguage('en', {})
    rememberLanguage(null)
  })
  signInAs()
  const { person } = renderPage('/content-authenticated/account-settings')
  await person.click(await screen.findByRole('button', { name: 'Change password' }))
  await screen.findByText(`${deShellTexts.error_updated} ${deShellTexts.error_hint}`)
  expect(screen.getByRole('button', { name: deGeneralTexts.try_again })).toBeDefined()
})

test('where a confirmation dialog cannot be loaded, the change fails with that one message', async () => {
  await openSettings()
  answerWire(deleteSamlIdentityProvider, { code: '401', data: { reauth: true }, message: '' })
  await expect(
    call(deleteSamlIdentityProvider, { params: { uid: 7, providerId: 3 }, query: {} }),
  ).rejects.toMatchObject({ message: updated, status: 404 })
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  expect(screen.queryByText(updated)).toBeNull()
  expect(requestsTo(deleteSamlIdentityProvider)).toHaveLength(1)
})
