import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkDirectoryUser, findSignInMethod } from '@portico/contract/directory/directory.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerWith, requestsTo, refuse } from '../../../test/answer.ts'
import { answerSignInPage } from '../../../test/frame.ts'
import { ann } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const START = '/ccservices/secure/user/rest/db/signin/directory/start'
const FEDERATED = '/ccservices/secure/user/rest/db/signin/saml/start'
const TICKET = 't'.repeat(43)
const COMPANY = 'Sign in with your company account'

let leave: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  answerSignInPage()
  answer(checkDirectoryUser, { ...ann, idmuser: true }, { headers: { 'x-csrf-token': 'session-csrf-token' } })
})
afterEach(() => document.querySelector('meta[name="portal-sign-in"]')?.remove())

/** Options that the server writes into the page. */
function servedWith(words: string) {
  const meta = document.createElement('meta')
  meta.name = 'portal-sign-in'
  meta.content = words
  document.head.append(meta)
}

const userId = () => screen.findByLabelText<HTMLInputElement>('User ID')
const password = () => screen.queryByLabelText<HTMLInputElement>('Password')

test('with company accounts a button redirects to the company’s sign-in page (SIGN-005)', async () => {
  servedWith('company-account')
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: COMPANY }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(START))
})

test('the requested page opens after the company’s sign-in', async () => {
  servedWith('company-account')
  const { person } = renderPage('/content-authenticated/home?q=report')
  await person.click(await screen.findByRole('button', { name: COMPANY }))
  await waitFor(() =>
    expect(leave).toHaveBeenCalledWith(`${START}?returnTo=%2Fcontent-authenticated%2Fhome%3Fq%3Dreport`),
  )
})

test('without company accounts there is no such button, and a name with @ is like any other', async () => {
  const { person } = renderPage('/login')
  await person.type(await userId(), 'ann@company.test')
  expect(password()).not.toBeNull()
  expect(screen.queryByRole('button', { name: COMPANY })).toBeNull()
})

test('with email domains, a name with @ is looked up first, and redirects there (B4)', async () => {
  servedWith('by-domain')
  answerWith(findSignInMethod, { code: '207', data: 'https://portal.test/start', message: '' })
  const { person } = renderPage('/login')
  await person.type(await userId(), 'ann')
  expect(password()).not.toBeNull()
  await person.type(await userId(), '@company.test')
  expect(password()).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://portal.test/start'))
  expect(requestsTo(findSignInMethod)[0]?.body).toEqual({ userNm: 'ann@company.test' })
  expect(requestsTo(login)).toEqual([])
})

test.each([
  ['the form for names', findSignInMethod, 'ann@company.test{Enter}'],
  ['the password form', login, 'ann@company.test{Tab}whatever{Enter}'],
])('the requested page is passed to my company’s sign-in, by %s', async (_form, endpoint, typed) => {
  if (endpoint === findSignInMethod) servedWith('by-domain')
  answerWith(endpoint, { code: '207', data: `${FEDERATED}?provider=3`, message: '' })
  const { person } = renderPage('/content-authenticated/home?q=pay&x=1')
  await person.click(await userId())
  await person.keyboard(typed)
  const returnTo = encodeURIComponent('/content-authenticated/home?q=pay&x=1').replaceAll('%20', '+')
  await waitFor(() => expect(leave).toHaveBeenCalledWith(`${FEDERATED}?provider=3&returnTo=${returnTo}`))
})

test.each(['https://elsewhere.test/start?provider=3', '/ccservices/secure/user/rest/db/signin/manifest'])(
  'an address that is no start page of ours (%s) does not receive it',
  async (address) => {
    answerWith(login, { code: '207', data: address, message: '' })
    const { person } = renderPage('/content-authenticated/home?q=pay')
    await person.click(await userId())
    await person.keyboard('ann@company.test{Tab}whatever{Enter}')
    await waitFor(() => expect(leave).toHaveBeenCalledWith(address))
  },
)

test('a name without another sign-in address shows the password field, which has the focus', async () => {
  servedWith('by-domain')
  answer(findSignInMethod, null)
  answer(login, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  const { person, address } = renderPage('/login')
  await person.type(await userId(), 'ann@elsewhere.test{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(password()))
  await person.keyboard('right{Enter}')
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
})

test('a sign-in that continues elsewhere redirects there, whatever was typed (SIGN-032)', async () => {
  answerWith(login, { code: '207', data: 'https://portal.test/start', message: '' })
  const { person } = renderPage('/login')
  await person.type(await userId(), 'ann@company.test')
  await person.type(password() as HTMLElement, 'whatever{Enter}')
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://portal.test/start'))
})

test('a returning ticket signs in, and leaves nothing in the address (SIGN-058)', async () => {
  const { address } = renderPage(`/login#directory=${TICKET}&returnTo=%2Fcontent-authenticated%2Fhome%3Fq%3Dreport`)
  await waitFor(() => expect(address()).toBe('/content-authenticated/home?q=report'))
  expect(requestsTo(checkDirectoryUser)).toHaveLength(1)
  expect(requestsTo(checkDirectoryUser)[0]?.search).toBe(`?token=${TICKET}`)
  expect(sessionStorage.getItem('sessionToken')).toBe(ann.loginSessionId)
})

test('a ticket never leads to a page elsewhere (S68)', async () => {
  const { address } = renderPage(`/login#directory=${TICKET}&returnTo=%2F%2Fevil.test`)
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
})

test('another session must be confirmed, and the same ticket confirms it (SIGN-036, SIGN-037)', async () => {
  answerWith(checkDirectoryUser, {
    code: '409',
    data: { lastAccessDt: new Date(), device: 'Firefox', place: 'Basel' },
    message: '',
  })
  const { person, address } = renderPage(`/login#directory=${TICKET}`)
  await screen.findByRole('dialog')
  answer(checkDirectoryUser, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
  await person.click(screen.getByRole('button', { name: 'Continue here' }))
  await waitFor(() => expect(address()).toBe('/content-authenticated/home'))
  expect(requestsTo(checkDirectoryUser)[0]?.search).toBe(`?token=${TICKET}`)
  expect(requestsTo(checkDirectoryUser)[1]?.search).toBe(`?token=${TICKET}&confirmedHangingSession=true`)
})

test.each([
  ['401', 'Sign-in with your company account wasn’t completed. Try again.'],
  ['403', 'Your company account isn’t registered in this portal. Contact your Client Relations representative.'],
  ['503', 'Error calling authentication services'],
])('a refusal with %s shows the reason, and I may try again', async (code, sentence) => {
  const { address } = renderPage(`/login#refused=${code}`)
  await screen.findByText(sentence)
  expect(address()).toBe('/login')
  expect(requestsTo(checkDirectoryUser)).toEqual([])
})

test('an expired ticket is reported', async () => {
  refuse(checkDirectoryUser, 401, 'Sign-in with your company account wasn’t completed. Try again.')
  renderPage(`/login#directory=${TICKET}`)
  await screen.findByText('Sign-in with your company account wasn’t completed. Try again.')
})

test('an invalid ticket is not sent', async () => {
  renderPage('/login#directory=%3Cscript%3E')
  await screen.findByText('Sign-in with your company account wasn’t completed. Try again.')
  expect(requestsTo(checkDirectoryUser)).toEqual([])
})
