import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { checkActiveUser } from '@portico/contract/federation/federation.ts'
import { logout } from '@portico/contract/session/session.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerWith, requestsTo, failToConnect, refuse } from '../../../test/answer.ts'
import { answerSignInPage } from '../../../test/frame.ts'
import { ann, signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signOut } from '../../shell/sign-out.ts'

const home = '/content-authenticated/home'
const ticket = 'T'.repeat(43)
const nils = { ...ann, userNm: 'nils', federatedUser: true, pswdChngDt: null, securityQuestionId: null }

beforeEach(() => {
  answerSignInPage()
  answer(checkActiveUser, nils, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  answer(logout, null)
})

test('back from my company I am signed in, and my ticket leaves the address at once (SIGN-059)', async () => {
  const { address } = renderPage(`/login/federated#ticket=${ticket}`)
  await waitFor(() => expect(address()).toBe(home))
  expect(requestsTo(checkActiveUser).map(({ search }) => search)).toEqual([`?token=${ticket}`])
})

test('back from my company I reach the requested page, and never an address elsewhere', async () => {
  const own = renderPage(`/login/federated#ticket=${ticket}&returnTo=${encodeURIComponent(`${home}?q=report`)}`)
  await waitFor(() => expect(own.address()).toBe(`${home}?q=report`))
})

test('after a refusal, my second attempt still reaches the requested page', async () => {
  const { person, address, router } = renderPage(
    `/login/federated#failed=company&returnTo=${encodeURIComponent(`${home}?q=report`)}`,
  )
  await person.click(await screen.findByRole('link', { name: 'Sign in again' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(router.state.location.state.returnTo).toBe(`${home}?q=report`)
})

test('an address of another site is replaced by home (S68)', async () => {
  const evil = renderPage(`/login/federated#ticket=${ticket}&returnTo=${encodeURIComponent('//evil.test/')}`)
  await waitFor(() => expect(evil.address()).toBe(home))
})

test('a refused user sees the reason after the specified words, and can try again (SIGN-071)', async () => {
  refuse(checkActiveUser, 401, 'Your account is inactive.')
  const { person, address } = renderPage(`/login/federated#ticket=${ticket}`)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Error calling SSO services : Your account is inactive.')
  expect(screen.getByRole('heading', { name: 'You’re not signed in' })).toBeDefined()
  expect(address()).toBe('/login/federated')
  await person.click(screen.getByRole('link', { name: 'Sign in again' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test.each([
  ['expired', /expired, was already used/],
  ['company', /didn’t sign you in/],
  ['unknown', /isn’t set up for this portal/],
  ['provider', /doesn’t exist here/],
  ['refused', /couldn’t verify the response/],
  ['<b>anything</b>', /couldn’t verify the response/],
])('a failed sign-on (%s) is explained without a request', async (why, sentence) => {
  renderPage(`/login/federated#failed=${encodeURIComponent(why)}`)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^Error calling SSO services : /)
  expect(alert.textContent).toMatch(sentence)
  expect(requestsTo(checkActiveUser)).toHaveLength(0)
})

test('a user with a session elsewhere must confirm to sign in (SIGN-036, SIGN-037)', async () => {
  const other = { lastAccessDt: new Date(), device: 'Firefox on Windows', place: '192.0.2.7' }
  answerWith(checkActiveUser, { code: '409', data: other, message: '' })
  const { person, address } = renderPage(`/login/federated#ticket=${ticket}`)
  await screen.findByText('Firefox on Windows')
  answer(checkActiveUser, nils, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  await person.click(screen.getByRole('button', { name: 'Continue here' }))
  await waitFor(() => expect(address()).toBe(home))
  expect(requestsTo(checkActiveUser).map(({ search }) => search)).toEqual([
    `?token=${ticket}`,
    `?token=${ticket}&confirmedHangingSession=true`,
  ])
})

test('an unreachable server is reported as in every sign-in (SIGN-066)', async () => {
  failToConnect(checkActiveUser)
  renderPage(`/login/federated#ticket=${ticket}`)
  expect((await screen.findByRole('alert')).textContent).toBe('Error calling authentication services')
})

test('opening the signed-out page directly redirects to the sign-in page (LOUT-001)', async () => {
  renderPage('/federated-sso-logout')
  const again = await screen.findByRole('link', { name: 'Sign in again' })
  expect(again.getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('link', { name: 'Sign out of your company account' })).toBeNull()
})

test('after signing out I reach my company’s signed-out page, which has links to continue (LOUT-006, LOUT-007)', async () => {
  signInAs({ federatedUser: true })
  answer(logout, { signInUrl: '/start?provider=3', signOutUrl: 'https://company.example/logout' })
  const { address } = renderPage('/gate')
  signOut()
  await waitFor(() => expect(address()).toBe('/federated-sso-logout'))
  await screen.findByRole('heading', { name: 'You’re signed out' })
  const company = await screen.findByRole('link', { name: 'Sign out of your company account' })
  expect(company.getAttribute('href')).toBe('https://company.example/logout')
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/start?provider=3')
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test('all other users reach the sign-in page after signing out (LOUT-008)', async () => {
  answer(login, ann)
  signInAs()
  const { address } = renderPage('/gate')
  signOut()
  await waitFor(() => expect(address()).toBe('/login'))
})
