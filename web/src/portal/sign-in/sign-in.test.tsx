import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { acceptLicense, getLicense, getPreloginCsrfToken, login } from '@portico/contract/sign-in/sign-in.ts'
import { getSecondFactorPrompt } from '@portico/contract/second-factor/second-factor.ts'
import { logout } from '@portico/contract/session/session.ts'
import { answer, answerAfter, answerWith, requestsTo, failToConnect, refuse } from '../../../test/answer.ts'
import { answerSignInPage } from '../../../test/frame.ts'
import { ann, signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signOut } from '../../shell/sign-out.ts'

beforeEach(() => {
  answerSignInPage()
  answer(login, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
})

async function tryToSignIn(userName = 'ann.smith', password = 'right') {
  const page = renderPage('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  if (userName) await page.person.type(screen.getByLabelText('User ID'), userName)
  if (password) await page.person.type(screen.getByLabelText('Password'), password)
  await page.person.click(screen.getByRole('button', { name: 'Login' }))
  return page
}

const userId = () => screen.getByLabelText<HTMLInputElement>('User ID')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

test('the sign-in page asks for user ID and password (SIGN-007, SIGN-008, SIGN-009)', async () => {
  renderPage('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(userId().autocomplete).toBe('username')
  expect(password().autocomplete).toBe('current-password')
  expect(password().type).toBe('password')
})

test('the sign-in page shows the running version (UIGN-006)', async () => {
  renderPage('/login')
  await screen.findByText('Version 1.2.3')
})

test('a click on the eye shows the password, another hides it', async () => {
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  await person.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
})

test.each(['notLoggedIn', 'sessionExpired'])('with ?%s=true the page says why I am here (SIGN-010)', async (flag) => {
  renderPage(`/login?${flag}=true`)
  await screen.findByText('You are not logged in. Please login again.')
})

test('without the flag the page gives no reason', async () => {
  renderPage('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText('You are not logged in. Please login again.')).toBeNull()
})

test.each([
  ['nothing', '', ''],
  ['no password', 'ann.smith', ''],
  ['no user ID', '', 'right'],
])('with %s filled in a message shows and nothing is sent (SIGN-044, SIGN-045)', async (_what, name, secret) => {
  await tryToSignIn(name, secret)
  await screen.findByText('Invalid Login ID or Password.')
  expect(requestsTo(login)).toEqual([])
})

test('user name, password and host are sent with the pre-login token (SIGN-049, SIGN-050)', async () => {
  await tryToSignIn()
  await waitFor(() => expect(requestsTo(login)).toHaveLength(1))
  const [request] = requestsTo(login)
  expect(request?.body).toEqual({ userNm: 'ann.smith', password: 'right', host: 'portal.test' })
  expect(request?.headers.get('x-csrf-token')).toBe('pre-login-token')
  expect(request?.headers.get('authorization')).toBeNull()
})

test('after sign-in I reach home (SIGN-031, SIGN-043)', async () => {
  const { address } = await tryToSignIn()
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
})

test('a second factor that comes next keeps the page that I asked for', async () => {
  answerWith(login, { code: '207', data: '/second-factor', message: '' }, { headers: { 'x-sign-in': 'B'.repeat(43) } })
  answer(getSecondFactorPrompt, {
    step: 'show',
    provider: 'built-in',
    userNm: 'ann.smith',
    hasPasskey: false,
    hasAuthenticator: true,
    recoveryCodesLeft: 8,
    isSso: false,
  })
  const { person, router } = renderPage('/content-authenticated/home?q=report')
  await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await person.type(password(), 'right{Enter}')
  await screen.findByLabelText('Code')
  expect(router.state.location.state.returnTo).toBe('/content-authenticated/home?q=report')
})

test('a wrong password shows the server’s message, clears the password and focuses its field (SIGN-033, SIGN-069)', async () => {
  answerWith(login, { code: '204', data: null, message: 'Invalid Login ID or Password.' })
  const { address } = await tryToSignIn()
  await screen.findByText('Invalid Login ID or Password.')
  expect(address()).toBe('/login')
  expect(userId().value).toBe('ann.smith')
  expect(password().value).toBe('')
  expect(document.activeElement).toBe(password())
  expect(sessionStorage.length).toBe(0)
})

test('an inactive or locked account shows the server’s message and starts no session (SIGN-038, SIGN-069)', async () => {
  answer(login, { ...ann, userStatus: '2', loginSessionId: null }, { message: 'Your account is inactive.' })
  const { address } = await tryToSignIn()
  await screen.findByText('Your account is inactive.')
  expect(address()).toBe('/login')
  expect(sessionStorage.length).toBe(0)
})

test('a foreign origin has its own message and both fields are cleared (SIGN-064, SIGN-065)', async () => {
  refuse(login, 401, 'Request origin is not authorized.')
  await tryToSignIn()
  await screen.findByText('Request origin is not authorized.')
  expect(userId().value).toBe('')
  expect(password().value).toBe('')
})

test('who signs out and comes back gets a token only after the server has ended the session', async () => {
  signInAs()
  const ended = Promise.withResolvers<null>()
  answerAfter(logout, ended.promise)
  signOut()
  renderPage('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  await waitFor(() => expect(requestsTo(logout)).toHaveLength(1))
  expect(requestsTo(getPreloginCsrfToken)).toEqual([])
  ended.resolve(null)
  await waitFor(() => expect(requestsTo(getPreloginCsrfToken).length).toBeGreaterThan(0))
})

test('after a refused origin the next attempt loads a new token', async () => {
  refuse(login, 401, 'Request origin is not authorized.')
  const { person } = await tryToSignIn()
  await screen.findByText('Request origin is not authorized.')
  const before = requestsTo(getPreloginCsrfToken).length
  answer(login, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  await person.type(userId(), 'ann.smith')
  await person.type(password(), 'right{Enter}')
  await waitFor(() => expect(requestsTo(getPreloginCsrfToken)).toHaveLength(before + 1))
})

test.each([404, 500])('an error of the service (%i) shows its own message (SIGN-035, SIGN-067)', async (status) => {
  refuse(login, status, 'a technical word')
  const { address } = await tryToSignIn()
  await screen.findByText('The portal is having problems right now. Try again later.')
  expect(address()).toBe('/login')
})

test.each([429, 503])('a busy server (%i) shows its own message', async (status) => {
  refuse(login, status, 'Please wait a moment.')
  await tryToSignIn()
  await screen.findByText('Please wait a moment.')
  expect(password().value).toBe('right')
})

test('without a connection the attempt fails with its own message (SIGN-066)', async () => {
  failToConnect(login)
  await tryToSignIn()
  await screen.findByText('Error calling authentication services')
})

test('any other answer is a failure of the service (SIGN-066)', async () => {
  refuse(login, 418, 'I am a teapot')
  await tryToSignIn()
  await screen.findByText('Error calling authentication services')
})

test('another session is described before it is ended (SIGN-012, SIGN-036)', async () => {
  const lastAccessDt = new Date('2026-03-04T15:06:00Z')
  answerWith(login, { code: '409', data: { lastAccessDt, device: 'Firefox on Linux', place: 'Basel' }, message: '' })
  await tryToSignIn()
  const dialog = within(await screen.findByRole('dialog', { name: 'You’re already signed in elsewhere' }))
  dialog.getByText('Firefox on Linux')
  dialog.getByText('Basel')
  expect(dialog.getByText(/03\/04\/2026/).getAttribute('datetime')).toBe('2026-03-04T15:06:00.000Z')
})

test('continuing here sends the sign-in again with the confirmation (SIGN-037)', async () => {
  answerWith(login, { code: '409', data: { lastAccessDt: new Date(), device: 'Firefox', place: 'Basel' }, message: '' })
  const { person, address } = await tryToSignIn()
  await screen.findByRole('dialog')
  answer(login, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  await person.click(screen.getByRole('button', { name: 'Continue here' }))
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
  expect(requestsTo(login)[1]?.body).toEqual({
    userNm: 'ann.smith',
    password: 'right',
    host: 'portal.test',
    confirmedHangingSession: 'true',
  })
})

test('cancelling does not end the other session (SIGN-037)', async () => {
  answerWith(login, { code: '409', data: { lastAccessDt: new Date(), device: 'Firefox', place: 'Basel' }, message: '' })
  const { person } = await tryToSignIn()
  await screen.findByRole('dialog')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsTo(login)).toHaveLength(1)
})

test('staff without a license date get it recorded and continue (SIGN-039)', async () => {
  answer(
    login,
    { ...ann, internalUserFlg: true, eulaAcceptedDt: null },
    { headers: { 'x-csrf-token': 'session-csrf-token' } },
  )
  answer(acceptLicense, { eulaAcceptedDt: new Date() })
  const { address } = await tryToSignIn()
  await waitFor(() => expect(requestsTo(acceptLicense)).toHaveLength(1))
  expect(requestsTo(acceptLicense)[0]?.path).toContain('/cpusers/7/')
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
})

test('a client’s user without a license date must accept the license first (SIGN-040)', async () => {
  answer(login, { ...ann, eulaAcceptedDt: null }, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  answer(getLicense, { licenseId: 1, version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
  const { address } = await tryToSignIn()
  await screen.findByRole('heading', { name: 'Terms of use' })
  expect(address()).toBe('/licence')
  screen.getByText('Be kind.')
})
