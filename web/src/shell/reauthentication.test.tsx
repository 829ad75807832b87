import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  deleteSamlIdentityProvider,
  saveSamlIdentityProvider,
} from '@portico/contract/federation/identity-providers.ts'
import { downloadDocument, uploadDocument } from '@portico/contract/documents/documents.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import {
  getReauthentication,
  reauthenticateByCode,
  reauthenticateByPasskey,
  reauthenticateByPassword,
  reauthenticateByRecoveryCode,
  reauthenticateByTicket,
  startReauthenticationPasskey,
} from '@portico/contract/reauthentication/reauthentication.ts'
import { exportUsers } from '@portico/contract/users/users.ts'
import { answer, answerAfter, answerFile, answerWire, requestsTo, refuse } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { uploadsGoToServer } from '../../test/uploads.ts'
import { ApiError, call } from '../api/call.ts'
import { download, downloadAttachment, upload } from '../api/files.ts'
import { currentSession, markPageLeaving } from '../api/session.ts'
import { hasStoredState } from '../ui/restorable-state.ts'

// The dialog is tested over an empty page: any call meets it.
vi.mock('../portal/home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../portal/home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

const signWithPasskey = vi.hoisted(() => vi.fn())
vi.mock('../api/passkeys.ts', () => ({ signWithPasskey }))

const home = '/content-authenticated/home'
const TOKEN = 't'.repeat(43)

beforeEach(() => {
  answerFrame()
  answer(getReauthentication, { method: 'password', startUrl: null })
})

async function openHome() {
  signInAs()
  const page = renderPage(home)
  await screen.findByRole('heading', { name: 'Welcome' })
  return page
}
/** The server asks for a newer sign-in. */
const goStale = (endpoint: Endpoint) =>
  answerWire(endpoint, { code: '401', data: { reauth: true }, message: 'Confirm it’s you to continue.' })
const save = () => call(saveSamlIdentityProvider, { params: { uid: 7 }, body: { samlIdentityProviderNm: 'Acme' } })
const remove = () => call(deleteSamlIdentityProvider, { params: { uid: 7, providerId: 3 }, query: {} })
const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' })
const typePassword = async (person: ReturnType<typeof renderPage>['person']) => {
  await person.type(await screen.findByLabelText('Your password'), 'my password')
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
}

describe('a sensitive change long after signing in (S52)', () => {
  test('waits for the password and goes on with the same request', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    const saved = save()
    await dialog()
    screen.getByText(
      'This needs a newer sign-in, so that nobody else can do it on your device. You signed in more than 15 minutes ago.',
    )
    refuse(reauthenticateByPassword, 422, 'Current password is incorrect.')
    await typePassword(person)
    expect(await screen.findByText('Current password is incorrect.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')))
    answer(reauthenticateByPassword, null)
    answer(saveSamlIdentityProvider, { samlIdentityProviderId: 3 })
    await typePassword(person)
    expect(await saved).toEqual({ samlIdentityProviderId: 3 })
    expect(requestsTo(saveSamlIdentityProvider).map(({ body }) => body)).toEqual([
      { samlIdentityProviderNm: 'Acme' },
      { samlIdentityProviderNm: 'Acme' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(currentSession()).not.toBeNull()
  })

  test('asks for the second factor after the password, in any of its forms', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    const saved = save()
    answer(reauthenticateByPassword, {
      token: TOKEN,
      hasPasskey: false,
      hasAuthenticator: true,
      recoveryCodesLeft: 3,
    })
    await typePassword(person)
    await screen.findByLabelText(/code/i)
    refuse(reauthenticateByCode, 422, 'That code is not right.')
    await person.type(screen.getByLabelText(/code/i), '123456')
    await person.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('That code is not right.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/code/i)))
    await person.click(screen.getByRole('button', { name: /recovery code/i }))
    answer(reauthenticateByRecoveryCode, null)
    answer(saveSamlIdentityProvider, { samlIdentityProviderId: 3 })
    await person.type(screen.getByLabelText(/recovery code/i), 'abcde-fghij')
    await person.click(screen.getByRole('button', { name: 'Confirm' }))
    await saved
    expect(requestsTo(reauthenticateByRecoveryCode)[0]?.body).toEqual({ token: TOKEN, code: 'abcde-fghij' })
  })

  test('is made after the password and a passkey; a canceled prompt can be repeated', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    const saved = save()
    answer(reauthenticateByPassword, { token: TOKEN, hasPasskey: true, hasAuthenticator: false, recoveryCodesLeft: 0 })
    await typePassword(person)
    const challenge = { challenge: 'AAAA', rpId: 'portal.test', timeout: 120_000, allowCredentials: [] }
    answer(startReauthenticationPasskey, { ...challenge, userVerification: 'preferred' })
    signWithPasskey.mockResolvedValueOnce(null)
    await person.click(await screen.findByRole('button', { name: 'Use passkey' }))
    // None is left.
    expect(screen.queryByRole('button', { name: /recovery code/i })).toBeNull()
    await screen.findByText(/We couldn’t verify it’s you/)
    expect(requestsTo(reauthenticateByPasskey)).toEqual([])
    const response = { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ' }
    signWithPasskey.mockResolvedValueOnce({ id: 'AQ', rawId: 'AQ', type: 'public-key', response })
    answer(reauthenticateByPasskey, null)
    answer(saveSamlIdentityProvider, { samlIdentityProviderId: 3 })
    await person.click(screen.getByRole('button', { name: 'Use passkey' }))
    await saved
    expect(requestsTo(startReauthenticationPasskey)[0]?.body).toEqual({ token: TOKEN })
    expect(requestsTo(reauthenticateByPasskey)[0]?.body).toMatchObject({ token: TOKEN, credential: { id: 'AQ' } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that is canceled is not made, and the session goes on', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    const saved = save().catch((error: unknown) => error)
    await dialog()
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    const error = await saved
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe('Not saved: you didn’t confirm it’s you.')
    expect(requestsTo(saveSamlIdentityProvider)).toHaveLength(1)
    expect(currentSession()).not.toBeNull()
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  })

  test('canceled while its answer is under way leaves a newer question open', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    goStale(deleteSamlIdentityProvider)
    let confirm: () => void = () => undefined
    answerAfter(reauthenticateByPassword, new Promise((resolve) => (confirm = () => resolve(null))))
    const first = save().catch((error: unknown) => error)
    await typePassword(person)
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await first).toBeInstanceOf(ApiError)
    const second = remove()
    await dialog()
    await screen.findByLabelText('Your password')
    await act(async () => {
      confirm()
      await Promise.resolve()
    })
    expect(await dialog()).toBeDefined()
    expect(requestsTo(deleteSamlIdentityProvider)).toHaveLength(1)
    answer(reauthenticateByPassword, null)
    answer(deleteSamlIdentityProvider, { undoId: 1, undoUntilDt: new Date() })
    await typePassword(person)
    expect(await second).toMatchObject({ undoId: 1 })
  })

  test('ends when I leave the page that asked', async () => {
    const { router } = await openHome()
    goStale(saveSamlIdentityProvider)
    const saved = save().catch((error: unknown) => error)
    await dialog()
    act(() => void router.navigate({ href: '/content-authenticated/elsewhere' }))
    expect(await saved).toBeInstanceOf(ApiError)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requestsTo(saveSamlIdentityProvider)).toHaveLength(1)
  })

  test('asks once for several calls that wait', async () => {
    const { person } = await openHome()
    goStale(saveSamlIdentityProvider)
    goStale(deleteSamlIdentityProvider)
    const both = Promise.all([save(), remove()])
    await dialog()
    await waitFor(() => expect(requestsTo(deleteSamlIdentityProvider)).toHaveLength(1))
    answer(reauthenticateByPassword, null)
    answer(saveSamlIdentityProvider, { samlIdentityProviderId: 3 })
    answer(deleteSamlIdentityProvider, { undoId: 1, undoUntilDt: new Date() })
    await typePassword(person)
    expect(await both).toMatchObject([{ samlIdentityProviderId: 3 }, { undoId: 1 }])
    expect(requestsTo(reauthenticateByPassword)).toHaveLength(1)
  })

  test.each([
    [
      'an upload',
      uploadDocument,
      () =>
        upload(uploadDocument, {
          file: new File(['1'], 'a.csv'),
          onProgress: () => undefined,
          signal: new AbortController().signal,
        }),
      () => answer(uploadDocument, null),
    ],
    [
      'a download',
      downloadDocument,
      () => download(downloadDocument, { params: { documentId: 7 }, name: 'a.csv' }),
      () => answerFile(downloadDocument, '1'),
    ],
    [
      'an export',
      exportUsers,
      () => downloadAttachment(exportUsers, { params: { uid: 7 }, body: { format: 'csv' } }, 'users.csv'),
      () => answerFile(exportUsers, '1'),
    ],
  ])('%s waits for the confirmation too, and goes on or ends with it', async (...[, endpoint, send, succeed]) => {
    uploadsGoToServer()
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { person } = await openHome()
    goStale(endpoint)
    const canceled = send().catch((error: unknown) => error)
    await dialog()
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await canceled).toMatchObject({ message: 'Not saved: you didn’t confirm it’s you.' })
    expect(requestsTo(endpoint)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = send()
    await dialog()
    answer(reauthenticateByPassword, null)
    succeed()
    await typePassword(person)
    await sent
    expect(requestsTo(endpoint)).toHaveLength(3)
    expect(saved).toHaveBeenCalledTimes(endpoint === uploadDocument ? 0 : 1)
    expect(currentSession()).not.toBeNull()
  })

  test('an upload that is canceled while it waits is not sent again', async () => {
    uploadsGoToServer()
    const { person } = await openHome()
    goStale(uploadDocument)
    const stop = new AbortController()
    const sent = upload(uploadDocument, {
      file: new File(['1'], 'a.csv'),
      onProgress: () => undefined,
      signal: stop.signal,
    }).catch((error: unknown) => error)
    await dialog()
    stop.abort()
    answer(reauthenticateByPassword, null)
    await typePassword(person)
    expect(await sent).toMatchObject({ name: 'AbortError' })
    expect(requestsTo(uploadDocument)).toHaveLength(1)
  })

  test('leads a user of a company to its sign-in, and says so before', async () => {
    const { person } = await openHome()
    answer(getReauthentication, { method: 'provider', startUrl: '/start?provider=4&reauth=true' })
    goStale(saveSamlIdentityProvider)
    void save().catch(() => undefined)
    await dialog()
    expect(await screen.findByText(/come back to this page/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign in at your company' })).toBeTruthy()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('has the company lead me back to the page that I leave, with its filters', async () => {
    const { person } = await openHome()
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    history.replaceState(null, '', `${home}?sort=recent&q=cards`)
    onTestFinished(() => {
      markPageLeaving(false)
      history.replaceState(null, '', '/')
    })
    answer(getReauthentication, { method: 'provider', startUrl: '/start?provider=4&reauth=true' })
    goStale(saveSamlIdentityProvider)
    void save().catch(() => undefined)
    await person.click(await screen.findByRole('button', { name: 'Sign in at your company' }))
    const { pathname, searchParams } = new URL(String(leave.mock.calls[0]?.[0]))
    expect(pathname).toBe('/start')
    expect(Object.fromEntries(searchParams)).toEqual({
      provider: '4',
      reauth: 'true',
      returnTo: `${home}?sort=recent&q=cards`,
    })
  })
})

describe('back from the company’s sign-in', () => {
  test('the ticket confirms the sign-in, and the page is the one that was left', async () => {
    signInAs()
    answer(reauthenticateByTicket, null)
    const page = renderPage(`/login/federated#reauth=${TOKEN}&returnTo=${encodeURIComponent(home)}`)
    await screen.findByRole('heading', { name: 'Welcome' })
    expect(page.address()).toBe(home)
    expect(requestsTo(reauthenticateByTicket)[0]?.body).toEqual({ token: TOKEN })
  })

  test('what was entered on that page still waits for its form', async () => {
    signInAs()
    answer(reauthenticateByTicket, null)
    const stored = { owner: 7, until: Date.now() + 60_000, page: home, forms: { address: 'https://new.example' } }
    sessionStorage.setItem('typed', JSON.stringify(stored))
    renderPage(`/login/federated#reauth=${TOKEN}&returnTo=${encodeURIComponent(home)}`)
    await screen.findByRole('heading', { name: 'Welcome' })
    expect(hasStoredState()).toBe(true)
  })

  test('as another user nothing is confirmed, and the sentence says so', async () => {
    signInAs()
    refuse(reauthenticateByTicket, 403, 'You signed in as another user. Nothing was changed.')
    renderPage(`/login/federated#reauth=${TOKEN}&returnTo=${encodeURIComponent(home)}`)
    expect(await screen.findByText(/You signed in as another user/)).toBeTruthy()
    expect(currentSession()).not.toBeNull()
  })
})
