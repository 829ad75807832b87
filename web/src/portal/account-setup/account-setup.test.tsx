import { saveOwnNotificationTypes, updateProfile } from '@portico/contract/account/account.ts'
import { saveSecurityInfo } from '@portico/contract/password/password.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answerAccount, byEmail } from '../../../test/account.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { annsProfile, signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'

const setup = '/content-authenticated/account-setup'
const home = '/content-authenticated/home'

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AccountSetupPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerAccount()
  answer(updateProfile, annsProfile)
  answer(saveOwnNotificationTypes, [byEmail])
  answer(saveSecurityInfo, null, { message: 'Your changes have been saved' })
})

test('my first sign-in leads here: personal information, security question and notifications on one form, in that order (SIGN-042, ACCT-005, ACCT-011)', async () => {
  signInAs({ securityQuestionId: null })
  const { address } = renderPage(home)
  await screen.findByRole('heading', { name: 'Set up your account' })
  expect(address()).toBe(setup)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Personal information',
    'Security question',
    'Notification preferences',
  ])
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ann')
})

test('missing fields are reported with their texts, and nothing is sent (ACCT-053..055, ACCT-063, ACCT-064)', async () => {
  signInAs({ securityQuestionId: null })
  const { person } = renderPage(setup)
  await person.click(await screen.findByRole('button', { name: 'Save and continue' }))
  screen.getByText('Please select a security question.')
  screen.getByText('Security question answer must be filled out.')
  screen.getByText('This field is required')
  screen.getByText('Please enter valid values for the fields identified below')
  expect(document.activeElement).toBe(screen.getByLabelText('Security question', { selector: 'select' }))
  expect(requestsTo(updateProfile)).toEqual([])
})

async function fillIn() {
  signInAs({ securityQuestionId: null })
  const page = renderPage(`${home}?sort=recent`)
  await page.person.selectOptions(
    await screen.findByLabelText('Security question', { selector: 'select' }),
    'What was your first car?',
  )
  await page.person.type(screen.getByLabelText('Answer'), 'blue')
  await page.person.type(screen.getByLabelText('Your password'), 'secret')
  await page.person.click(screen.getByRole('button', { name: 'Save and continue' }))
  return page
}

test('everything is saved, the question last, and I reach the requested page', async () => {
  const { address } = await fillIn()
  await waitFor(() => expect(address()).toBe(`${home}?sort=recent`))
  expect(requestsTo(updateProfile)[0]?.body).toMatchObject({ firstNm: 'Ann', workPhone: '2065550100' })
  expect(requestsTo(saveOwnNotificationTypes)[0]?.body).toEqual({ notificationTypes: [{ notificationTypeId: 1 }] })
  expect(requestsTo(saveSecurityInfo)[0]?.body).toEqual({
    securityQuestionId: 4,
    pswdPhrase: 'blue',
    securityConfirmPwd: 'secret',
  })
})

test('a wrong password is reported at its field, and what I typed stays', async () => {
  const message = 'Current password is incorrect.'
  refuse(saveSecurityInfo, 422, message, [{ field: 'securityConfirmPwd', message }])
  const { address } = await fillIn()
  await screen.findByText(message)
  expect(address()).toBe(setup)
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', 'blue')
})

test('a user with a security question does not come here again', async () => {
  signInAs()
  const { address } = renderPage(setup)
  await waitFor(() => expect(address()).toBe(home))
})

test('what I typed is back when I sign in again after my session ended, except answer and password (SESS-025)', async () => {
  signInAs({ securityQuestionId: null })
  const { person } = renderPage(setup)
  const type = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    await person.clear(field)
    await person.type(field, text)
  }
  await type('First name', 'Anna')
  await type('Answer', 'blue')
  await type('Your password', 'secret')
  await signInAgain({ securityQuestionId: null })
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Anna'))
  for (const label of ['Answer', 'Your password']) expect(screen.getByLabelText(label)).toHaveProperty('value', '')
})
