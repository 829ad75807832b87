import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readRecoveryLink, redeemRecoveryLink, sendRecoveryLink } from '@portico/contract/password/password.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { preLoginToken } from '../../api/session.ts'

const TOKEN = 'a'.repeat(43)
const GOOD = 'seven calm herons wading'

beforeEach(() => {
  preLoginToken.clear()
  answerFrame()
  answer(readRecoveryLink, {
    userNm: 'ann.smith',
    rules: [
      {
        phraseCompRuleId: 1,
        displayOrderSeqCnt: 1,
        typeCd: 'MIN_LENGTH',
        value: 12,
        ruleTxt: 'At least 12 characters',
      },
    ],
  })
  const meta = document.createElement('meta')
  meta.name = 'portal-sign-in'
  meta.content = 'recovery-link'
  document.head.append(meta)
  return () => meta.remove()
})

const open = () => renderPage(`/choose-password#${TOKEN}`)
const type = async (page: ReturnType<typeof open>, first: string, second: string) => {
  await page.person.type(await screen.findByLabelText('New password'), first)
  await page.person.type(screen.getByLabelText('Confirm new password'), second)
  await page.person.click(screen.getByRole('button', { name: 'Save new password' }))
}

test('with recovery links, the wizard asks for my user ID only and then says where to look', async () => {
  answer(sendRecoveryLink, { timeDescription: '30 minutes' }, { message: 'If we found your account …' })
  const page = renderPage('/forgot-password')
  await screen.findByText('Step 1 of 2')
  await page.person.type(screen.getByLabelText('User ID'), 'ann.smith')
  await page.person.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Step 2 of 2')
  expect(screen.getByText('If we found your account …')).toBeDefined()
  expect(screen.getByText('The link in the email works once, within 30 minutes.')).toBeDefined()
  expect(requestsTo(sendRecoveryLink)[0]?.body).toEqual({ userNm: 'ann.smith' })
  await page.person.click(screen.getByRole('button', { name: 'Previous' }))
  await screen.findByText('Step 1 of 2')
})

test('my link clears its address at once, shows my user name and is not used up until I choose a password', async () => {
  const page = open()
  await screen.findByText(/^For ann.smith\./)
  await waitFor(() => expect(page.address()).toBe('/choose-password'))
  expect(requestsTo(redeemRecoveryLink)).toHaveLength(0)
  const rule = screen.getByText('At least 12 characters')
  expect(screen.getByLabelText('New password').getAttribute('aria-describedby')).toBe(rule.id)
})

test('the password that I chose is saved, and sign-in confirms it', async () => {
  answer(redeemRecoveryLink, null, { message: 'Your password has been changed' })
  const page = open()
  await type(page, GOOD, GOOD)
  await screen.findByText('Your password has been changed. Sign in with the new one.')
  expect(requestsTo(redeemRecoveryLink)[0]?.body).toEqual({ token: TOKEN, newPassword: GOOD, confirmPassword: GOOD })
})

test('an invalid password is reported at its field, before the submit or by the server (PSWD-024)', async () => {
  const page = open()
  await type(page, GOOD, 'something else')
  expect(requestsTo(redeemRecoveryLink)).toHaveLength(0)
  expect(screen.getByLabelText('Confirm new password').getAttribute('aria-invalid')).toBe('true')
  refuse(redeemRecoveryLink, 422, 'Too short', [{ field: 'newPassword', message: 'Too short' }])
  await page.person.clear(screen.getByLabelText('Confirm new password'))
  await page.person.type(screen.getByLabelText('Confirm new password'), GOOD)
  await page.person.click(screen.getByRole('button', { name: 'Save new password' }))
  await screen.findByText('Too short')
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
})

test.each([
  ['was used or is too old', () => refuse(readRecoveryLink, 404, 'over')],
  ['is used meanwhile', () => refuse(redeemRecoveryLink, 404, 'over')],
])('a link that %s says so and links to a new one', async (_what, refused) => {
  refused()
  const page = open()
  if (requestsTo(readRecoveryLink).length === 0) await screen.findByRole('heading')
  const field = screen.queryByLabelText('New password')
  if (field) await type(page, GOOD, GOOD)
  await screen.findByRole('heading', { name: 'This link no longer works' })
  await page.person.click(screen.getByRole('button', { name: 'Request a new link' }))
  await waitFor(() => expect(page.address()).toBe('/forgot-password'))
})

test('an address without a token shows an invalid link', async () => {
  renderPage('/choose-password#nonsense')
  await screen.findByRole('heading', { name: 'This link no longer works' })
  expect(requestsTo(readRecoveryLink)).toHaveLength(0)
})
