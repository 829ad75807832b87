import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { logout } from '@portico/contract/session.ts'
import { acceptLicence, getLicence } from '@portico/contract/sign-in.ts'
import { answer, asked, refuse } from '../../../test/answer.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const home = '/content-authenticated/home'

beforeEach(() => {
  answer(logout, null)
  answer(getLicence, { version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
})

test('accepting the licence records it and opens the portal where I wanted to go', async () => {
  signInAs({ eulaAcceptedDt: null })
  answer(acceptLicence, { eulaAcceptedDt: new Date() })
  const { person, address } = renderPage(`${home}?sort=recent`)
  await person.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe(`${home}?sort=recent`))
  expect(asked(acceptLicence)).toHaveLength(1)
})

test('declining the licence signs me out', async () => {
  signInAs({ eulaAcceptedDt: null })
  const { person, address } = renderPage(home)
  await person.click(await screen.findByRole('button', { name: 'Decline and sign out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(asked(logout)).toHaveLength(1)
  expect(asked(acceptLicence)).toHaveLength(0)
})

test('a directory user is not asked for a security question', async () => {
  signInAs({ idmuser: true, securityQuestionId: null, pswdChngDt: null })
  const { address } = renderPage('/gate')
  await waitFor(() => expect(address()).toBe(home))
})

test('somebody whom the server refuses even the licence is signed out', async () => {
  signInAs({ eulaAcceptedDt: null })
  refuse(getLicence, 403, 'You may not do this.')
  const { address } = renderPage(home)
  await waitFor(() => expect(address()).toBe('/login?notLoggedIn=true'))
})
