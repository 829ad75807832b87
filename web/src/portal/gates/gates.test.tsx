import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { logout } from '@portico/contract/session/session.ts'
import { acceptLicense, getLicense } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerWire, failToConnect, requestsTo, refuse } from '../../../test/answer.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const home = '/content-authenticated/home'

beforeEach(() => {
  answer(logout, null)
  answer(getLicense, { licenseId: 1, version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
})

test('accepting the license records it and opens the requested page', async () => {
  signInAs({ eulaAcceptedDt: null })
  answer(acceptLicense, { eulaAcceptedDt: new Date() })
  const { person, address } = renderPage(`${home}?sort=recent`)
  await person.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe(`${home}?sort=recent`))
  expect(requestsTo(acceptLicense).map(({ body }) => body)).toEqual([{ licenseId: 1 }])
})

test('a license that has changed while I read it is shown anew before I accept it', async () => {
  signInAs({ eulaAcceptedDt: null })
  const message = 'The license has changed. Read the new version before you accept it.'
  refuse(acceptLicense, 409, message)
  const { person, address } = renderPage(home)
  await screen.findByText('Be kind.')
  answer(getLicense, { licenseId: 2, version: 2, title: 'Terms of use', html: '<p>Be kinder.</p>' })
  await person.click(screen.getByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  await screen.findByText('Be kinder.')
  answer(acceptLicense, { eulaAcceptedDt: new Date() })
  await person.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe(home))
  expect(requestsTo(acceptLicense).at(-1)?.body).toEqual({ licenseId: 2 })
})

test.each([
  [
    'does not reach the server',
    () => failToConnect(acceptLicense),
    'We can’t reach the portal. Check your network connection and try again.',
  ],
  [
    'gets an answer that the portal does not understand',
    () => answerWire(acceptLicense, { code: '200', data: { eulaAcceptedDt: 'soon' }, message: '' }),
    'Something went wrong on our side.',
  ],
])('an acceptance that %s says so, and I can accept again', async (_what, goWrong, sentence) => {
  signInAs({ eulaAcceptedDt: null })
  answer(logForUser, null)
  goWrong()
  const { person, address } = renderPage(home)
  await person.click(await screen.findByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  answer(acceptLicense, { eulaAcceptedDt: new Date() })
  await person.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe(home))
})

test('a license that is not kept in my language says in which it is', async () => {
  signInAs({ eulaAcceptedDt: null })
  answer(getLicense, { licenseId: 1, version: 1, title: 'Nutzungsbedingungen', html: '<p>Gut.</p>', languageCd: 'de' })
  renderPage(home)
  const text = await screen.findByRole('region', { name: 'Nutzungsbedingungen' })
  const heading = screen.getByRole('heading', { name: 'Nutzungsbedingungen' })
  expect([text.lang, heading.lang]).toEqual(['de', 'de'])
})

test('declining the license signs me out', async () => {
  signInAs({ eulaAcceptedDt: null })
  const { person, address } = renderPage(home)
  await person.click(await screen.findByRole('button', { name: 'Decline and sign out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(requestsTo(logout)).toHaveLength(1)
  expect(requestsTo(acceptLicense)).toHaveLength(0)
})

test('a directory user needs no security question', async () => {
  signInAs({ idmuser: true, securityQuestionId: null, pswdChngDt: null })
  const { address } = renderPage('/gate')
  await waitFor(() => expect(address()).toBe(home))
})

test('a user who is refused even the license is signed out', async () => {
  signInAs({ eulaAcceptedDt: null })
  refuse(getLicense, 403, 'You don’t have permission to do this.')
  const { address } = renderPage(home)
  await waitFor(() => expect(address()).toBe('/login?notLoggedIn=true'))
})
