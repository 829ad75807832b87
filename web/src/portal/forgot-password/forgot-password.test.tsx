import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password/password.ts'
import { getPreloginCsrfToken } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerAfter, requestsTo, failToConnect, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { preLoginToken } from '../../api/session.ts'

const SENT =
  'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.'

beforeEach(() => {
  preLoginToken.clear()
  answerFrame()
  answer(askSecurityQuestion, { securityQuestionId: 4, securityQuestionDscTxt: 'What was your first car?' })
  answer(recoverPassword, { timeDescription: '30 minutes' }, { message: SENT })
})

afterEach(() => document.querySelector('meta[name="portal-sign-in"]')?.remove())

const press = (page: ReturnType<typeof renderPage>, name: string) =>
  screen.findByRole('button', { name }).then((button) => page.person.click(button))

async function atQuestion() {
  const page = renderPage('/forgot-password')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await press(page, 'Next')
  await screen.findByLabelText('What was your first car?')
  return page
}

test('sign-in links to the wizard with what I typed as user ID, and Previous on its first step goes back (PSWD-008)', async () => {
  const page = renderPage('/login')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await page.person.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await screen.findByText('Step 1 of 3')
  expect(screen.getByLabelText<HTMLInputElement>('User ID').value).toBe('ann.smith')
  expect(page.address()).toBe('/forgot-password')
  await press(page, 'Previous')
  await waitFor(() => expect(page.address()).toBe('/login'))
})

test('three steps ask for my user ID and my answer and end at Login (PSWD-003..007, PSWD-013)', async () => {
  const page = await atQuestion()
  expect(screen.getByText('Step 2 of 3')).toBeDefined()
  await page.person.type(screen.getByLabelText('What was your first car?'), 'a blue one')
  await press(page, 'Next')
  await screen.findByText('Step 3 of 3')
  expect(screen.getByText(SENT)).toBeDefined()
  expect(screen.getByText(/once, within 30 minutes/)).toBeDefined()
  expect(requestsTo(askSecurityQuestion)[0]?.body).toEqual({ userNm: 'ann.smith' })
  expect(requestsTo(recoverPassword)[0]?.body).toEqual({ userNm: 'ann.smith', pswdPhrase: 'a blue one' })
  expect(requestsTo(recoverPassword)[0]?.headers.get('x-csrf-token')).toBe('pre-login-token')
  await press(page, 'Login')
  await waitFor(() => expect(page.address()).toBe('/login'))
})

test('without a user ID the field says so, I see the specified message and stay (PSWD-027)', async () => {
  const page = renderPage('/forgot-password')
  const field = await screen.findByLabelText('User ID')
  expect(screen.queryByText('Optional')).toBeNull()
  await page.person.type(field, ' {Enter}')
  await screen.findByText('Enter your user ID.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(screen.getByText(SENT)).toBeDefined()
  expect(requestsTo(askSecurityQuestion)).toHaveLength(0)
})

const NO_MATCH =
  'Your user ID and answer don’t match our records. Check both and try again, or contact your Client Relations representative.'

test('a wrong answer shows the server’s message and clears the field in step 2, where I answer again (PSWD-034, PSWD-035)', async () => {
  refuse(recoverPassword, 422, NO_MATCH)
  const page = await atQuestion()
  const field = screen.getByLabelText<HTMLInputElement>('What was your first car?')
  await page.person.type(field, 'a guess')
  await press(page, 'Next')
  await screen.findByText(NO_MATCH)
  expect(screen.getByText('Step 2 of 3')).toBeDefined()
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  answer(recoverPassword, { timeDescription: '30 minutes' }, { message: SENT })
  await page.person.type(field, 'a blue one')
  expect(screen.queryByText(NO_MATCH)).toBeNull()
  await press(page, 'Next')
  await screen.findByText('Step 3 of 3')
  expect(requestsTo(recoverPassword).map(({ body }) => body)).toEqual([
    { userNm: 'ann.smith', pswdPhrase: 'a guess' },
    { userNm: 'ann.smith', pswdPhrase: 'a blue one' },
  ])
})

test('an answer that I type while the former one is checked stays', async () => {
  const reply = Promise.withResolvers<{ timeDescription: string }>()
  answerAfter(recoverPassword, reply.promise)
  const page = await atQuestion()
  const field = screen.getByLabelText<HTMLInputElement>('What was your first car?')
  await page.person.type(field, 'a guess')
  await press(page, 'Next')
  await page.person.clear(field)
  await page.person.type(field, 'a blue one')
  reply.reject(new TypeError('The connection is lost'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-busy')).not.toBe('true'))
  expect(field.value).toBe('a blue one')
  expect(screen.queryByText('This field is required')).toBeNull()
})

test('the eye of the answer shows the answer', async () => {
  const page = await atQuestion()
  await page.person.click(screen.getByRole('button', { name: 'Show answer' }))
  expect(screen.getByRole('button', { name: 'Hide answer' })).toBeDefined()
})

test('without an answer nothing is sent, and the field says that it is required', async () => {
  const page = await atQuestion()
  await press(page, 'Next')
  await screen.findByText('This field is required')
  expect(requestsTo(recoverPassword)).toHaveLength(0)
})

test('going back from the last step, the answer is cleared and my user ID is still there', async () => {
  const page = await atQuestion()
  await page.person.type(screen.getByLabelText('What was your first car?'), 'a blue one')
  await press(page, 'Next')
  await screen.findByText(SENT)
  await press(page, 'Previous')
  expect((await screen.findByLabelText<HTMLInputElement>('What was your first car?')).value).toBe('')
  await press(page, 'Previous')
  expect((await screen.findByLabelText<HTMLInputElement>('User ID')).value).toBe('ann.smith')
})

test('where a link is mailed, two steps send it, and going back from the last asks for my user ID again', async () => {
  const meta = document.createElement('meta')
  meta.name = 'portal-sign-in'
  meta.content = 'recovery-link'
  document.head.append(meta)
  answer(sendRecoveryLink, { timeDescription: '30 minutes' }, { message: SENT })
  const page = renderPage('/forgot-password')
  await screen.findByText('Step 1 of 2')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await press(page, 'Next')
  await screen.findByText('Step 2 of 2')
  await press(page, 'Previous')
  await screen.findByText('Step 1 of 2')
  expect(screen.getByLabelText('User ID')).toHaveProperty('value', 'ann.smith')
  expect(requestsTo(sendRecoveryLink)).toHaveLength(1)
})

test('too many attempts are reported in place, and the answer is cleared (PSWD-034, PSWD-035)', async () => {
  refuse(recoverPassword, 429, 'Too many attempts.')
  const page = await atQuestion()
  const field = screen.getByLabelText('What was your first car?')
  await page.person.type(field, 'a guess')
  await press(page, 'Next')
  await screen.findByText('Too many attempts.')
  expect((field as HTMLInputElement).value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('when the token cannot be loaded, the specified message is shown (PSWD-033)', async () => {
  failToConnect(getPreloginCsrfToken)
  const page = renderPage('/forgot-password')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await press(page, 'Next')
  await screen.findByText('Error getting prelogin csrf token')
})

test('a token that cannot be replaced gets the specified message, too (PSWD-033)', async () => {
  preLoginToken.write('an old token')
  refuse(askSecurityQuestion, 401, 'Request origin is not authorized.')
  failToConnect(getPreloginCsrfToken)
  const page = renderPage('/forgot-password')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await press(page, 'Next')
  await screen.findByText('Error getting prelogin csrf token')
  expect(requestsTo(askSecurityQuestion)).toHaveLength(1)
})

test('an expired token is replaced automatically', async () => {
  preLoginToken.write('an old token')
  refuse(askSecurityQuestion, 401, 'Request origin is not authorized.')
  const page = renderPage('/forgot-password')
  await page.person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await press(page, 'Next')
  await waitFor(() => expect(requestsTo(askSecurityQuestion)).toHaveLength(2))
  expect(requestsTo(askSecurityQuestion)[1]?.headers.get('x-csrf-token')).toBe('pre-login-token')
})
