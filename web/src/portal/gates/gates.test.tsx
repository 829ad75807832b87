import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getSecurityQuestions, saveSecurityInfo } from '@portico/contract/password.ts'
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

test('without a security question I choose one, with its answer and my password, and am in (SIGN-042, ACCT-063, ACCT-064)', async () => {
  answer(getSecurityQuestions, [{ securityQuestionId: 4, securityQuestionDscTxt: 'What was your first car?' }])
  answer(saveSecurityInfo, null, { message: 'Your changes have been saved' })
  signInAs({ securityQuestionId: null })
  const { person, address } = renderPage('/gate')
  await person.click(await screen.findByRole('button', { name: 'Save and go on' }))
  await screen.findByText('Please select a security question.')
  expect(screen.getByText('Security question answer must be filled out.')).toBeDefined()
  await person.selectOptions(screen.getByLabelText('Security question'), 'What was your first car?')
  await person.type(screen.getByLabelText('Answer'), 'blue')
  await person.type(screen.getByLabelText('Your password'), 'secret')
  await person.click(screen.getByRole('button', { name: 'Save and go on' }))
  await waitFor(() => expect(address()).toBe(home))
  expect(asked(saveSecurityInfo)[0]?.body).toEqual({
    securityQuestionId: 4,
    pswdPhrase: 'blue',
    securityConfirmPwd: 'secret',
  })
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
