import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changePassword, getPasswordRules } from '@portico/contract/password/password.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { answer } from '../../../test/answer.ts'
import { answerAccount } from '../../../test/account.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const settings = '/content-authenticated/account-settings'

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AccountSettingsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
})

test('I change my password in a dialog that has an address, and am signed out with a message (ACCT-010, PSWD-020)', async () => {
  answer(getPasswordRules, [])
  answer(
    changePassword,
    { timeDescription: '90 days', daysBeforePasswordExpire: 90, loginSessionId: null },
    { message: 'Your password has been changed' },
  )
  signInAs()
  const { person, address } = renderPage(settings)
  expect((await screen.findByText('Your password expires in 80 days.')).textContent).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  expect(address()).toBe(`${settings}?change=password`)
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    await person.click(dialog.getByLabelText(label))
    await person.paste(label === 'Current password' ? 'the old one' : 'seven calm herons wading')
  }
  await person.click(dialog.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Your password has been changed. Sign in with the new one.')
  expect(address()).toBe('/login')
})

test('Escape closes the dialog and stays on the page', async () => {
  answer(getPasswordRules, [])
  signInAs()
  const { person, address } = renderPage(`${settings}?change=password`)
  await screen.findByRole('dialog', { name: 'Change password' })
  await person.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe(settings))
})

test('the dialog has no error before anything was typed, however I move in it, and has them on submit', async () => {
  answer(getPasswordRules, [])
  signInAs()
  const { person } = renderPage(`${settings}?change=password`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  for (const label of ['Current password', 'New password', 'Confirm new password', 'Current password'])
    await person.click(dialog.getByLabelText(label))
  await person.tab()
  expect(dialog.queryAllByText('This field is required')).toEqual([])
  await person.click(dialog.getByLabelText('New password'))
  await person.paste('seven calm herons wading')
  await person.click(dialog.getByLabelText('Current password'))
  await person.tab()
  expect(await dialog.findAllByText('This field is required')).toHaveLength(1)
  await person.clear(dialog.getByLabelText('New password'))
  await person.click(dialog.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(dialog.getAllByText('This field is required')).toHaveLength(3))
})
