import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changePassword, getPasswordRules } from '@portico/contract/password.ts'
import { logout } from '@portico/contract/session.ts'
import { acceptLicence, getLicence } from '@portico/contract/sign-in.ts'
import { answerAccount } from '../../../test/account.ts'
import { answer, asked, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { currentSession, noteSecured } from '../../api/session.ts'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

const home = '/content-authenticated/home'
const NEW = 'seven calm herons wading'

beforeEach(() => {
  answerFrame()
  answer(getPasswordRules, [
    { phraseCompRuleId: 1, displayOrderSeqCnt: 1, typeCd: 'MIN_LENGTH', value: 12, ruleTxt: 'At least 12 characters' },
    { phraseCompRuleId: 2, displayOrderSeqCnt: 2, typeCd: 'COMMON', value: null, ruleTxt: 'Not a common password' },
    {
      phraseCompRuleId: 3,
      displayOrderSeqCnt: 3,
      typeCd: 'OWN_WORDS',
      value: null,
      ruleTxt: 'Without your name',
      ownWords: ['Smith'],
    },
  ])
  answer(
    changePassword,
    { timeDescription: '90 days', daysBeforePasswordExpire: 90, loginSessionId: 'the-new-token' },
    { message: 'Your password has been changed', headers: { 'x-csrf-token': 'the-new-csrf-token' } },
  )
})

type Page = ReturnType<typeof renderPage>

async function fill({ person }: Page, current: string, next = NEW, again = next) {
  const window = within(await screen.findByRole('dialog'))
  const type = async (label: string, text: string) => {
    const field = window.getByLabelText(label)
    await person.clear(field)
    if (text !== '') await person.paste(text)
  }
  await type(window.queryByLabelText('Temporary password') ? 'Temporary password' : 'Current password', current)
  await type('New password', next)
  await type('Confirm new password', again)
  await person.click(window.getByRole('button', { name: 'Change password' }))
}

test.each([
  ['an expired password', { passwordExpiredFlg: true, daysBeforePasswordExpire: 0 }, 'Your password has expired'],
  ['a temporary password', { pswdChngDt: null, daysBeforePasswordExpire: null }, 'Choose your own password'],
])(
  'with %s I choose my own in a window and am led straight on, under a new token (PSWD-009..013, PSWD-015, PSWD-016, PSWD-018, PSWD-019, PSWD-036)',
  async (_what, who, title) => {
    signInAs(who)
    const page = renderPage('/login')
    await screen.findByRole('dialog', { name: title })
    expect(page.address()).toBe('/gate')
    await fill(page, 'the old one')
    await screen.findByRole('heading', { name: 'Welcome' })
    expect(asked(changePassword)[0]?.body).toEqual({
      currentPassword: 'the old one',
      newPassword: NEW,
      confirmPassword: NEW,
    })
    await screen.findByText('Your password has been changed. It is good for 90 days.')
    expect(currentSession()).toMatchObject({
      token: 'the-new-token',
      csrfToken: 'the-new-csrf-token',
      gate: null,
      daysBeforePasswordExpire: 90,
    })
    expect(localStorage.getItem('isTemporaryPassword')).toBe('N')
    expect(localStorage.getItem('passwordExpiredFlg')).toBe('N')
  },
)

test('rules are ticked off while I type, and what only the server knows says so (decision D7)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const { person } = renderPage('/gate')
  const rules = within(await screen.findByRole('list', { name: 'Your new password' }))
  const told = () => rules.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(told()).toEqual([
    'At least 12 characters(not yet kept)',
    'Not a common passwordchecked when you save',
    'Without your name(not yet kept)',
  ])
  await person.type(screen.getByLabelText('New password'), 'blacksmith')
  expect(told()[0]).toContain('not yet kept')
  expect(told()[2]).toContain('not yet kept')
  await person.clear(screen.getByLabelText('New password'))
  await person.type(screen.getByLabelText('New password'), NEW)
  expect(told()[0]).toBe('At least 12 characters(kept)')
  expect(told()[2]).toBe('Without your name(kept)')
})

test('the rules are read with the new password, and a pause tells what is not kept yet (decision D7)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const { person } = renderPage('/gate')
  await screen.findByRole('list', { name: 'Your new password' })
  const field = screen.getByLabelText('New password')
  const described = () =>
    (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  expect(described()).toEqual(['At least 12 characters', 'Not a common password', 'Without your name'])
  await person.type(field, 'a mason')
  const told = await screen.findByText('Not yet kept: At least 12 characters.')
  expect(told.getAttribute('aria-live')).toBe('polite')
  await person.type(field, ' in May')
  await waitFor(() => expect(told.textContent).toBe('All rules are kept so far.'))
})

test('passwords can be shown, pasted and kept by a password manager', async () => {
  signInAs({ passwordExpiredFlg: true })
  const { person } = renderPage('/gate')
  const field = await screen.findByLabelText('New password')
  await person.click(field)
  await person.paste(NEW)
  expect((field as HTMLInputElement).value).toBe(NEW)
  expect(field.getAttribute('type')).toBe('password')
  await person.click(screen.getAllByRole('button', { name: 'Show password' })[1] as HTMLElement)
  expect(field.getAttribute('type')).toBe('text')
  const dialog = screen.getByRole('dialog')
  expect([...dialog.querySelectorAll('input')].map((input) => input.autocomplete)).toEqual([
    'username',
    'current-password',
    'new-password',
    'new-password',
  ])
})

test('several empty fields get one sentence, two different passwords one at the second (PSWD-024..026)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const page = renderPage('/gate')
  await fill(page, '', '')
  await screen.findByText('Please fill in all required fields.')
  await fill(page, 'the old one', NEW, `${NEW}!`)
  await screen.findByText('The two new passwords are not the same.')
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password'))
  expect(asked(changePassword)).toHaveLength(0)
})

test('what the server refuses stands at its field, which takes the focus', async () => {
  signInAs({ passwordExpiredFlg: true })
  refuse(changePassword, 422, 'This is not your current password.', [
    { field: 'currentPassword', message: 'This is not your current password.' },
  ])
  const page = renderPage('/gate')
  await fill(page, 'a guess')
  await screen.findByText('This is not your current password.')
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  refuse(changePassword, 429, 'Please wait a quarter of an hour.')
  await fill(page, 'a guess')
  await screen.findByText('Please wait a quarter of an hour.')
})

test('Escape does not cost me the temporary password, signing out is a button', async () => {
  signInAs({ pswdChngDt: null })
  const { person, address } = renderPage('/gate')
  await screen.findByRole('dialog')
  await person.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(asked(logout)).toHaveLength(1)
})

const secureAccount = () => {
  signInAs()
  noteSecured()
}

test('whoever said that a sign-in was not his is not told of a temporary password, and learns the way back', async () => {
  secureAccount()
  const page = renderPage('/gate')
  const window = within(await screen.findByRole('dialog', { name: 'Your account is secured' }))
  window.getByText(/^Choose a new password\..*you come back with “Forgot password\?”/)
  expect(screen.queryByText(/temporary/i)).toBeNull()
  window.getByLabelText('Current password')
  await fill(page, 'the old one')
  await screen.findByRole('heading', { name: 'Welcome' })
  expect(currentSession()).toMatchObject({ token: 'the-new-token', gate: null })
  expect(sessionStorage.getItem('closedGate')).toBeNull()
})

test('home does not sign out whoever secured his account, since his password would not let him in again', async () => {
  secureAccount()
  const { address } = renderPage(home)
  await screen.findByRole('dialog', { name: 'Your account is secured' })
  expect(address()).toBe('/gate')
  expect(asked(logout)).toHaveLength(0)
})

test('home signs out whoever has a temporary password (PSWD-017)', async () => {
  signInAs({ pswdChngDt: null })
  const { address } = renderPage(home)
  await screen.findByText('You have signed out.')
  expect(address()).toBe('/login')
  expect(asked(logout)).toHaveLength(1)
  expect(currentSession()).toBeNull()
})

test('after the licence comes the temporary password (decision B7)', async () => {
  signInAs({ eulaAcceptedDt: null, pswdChngDt: null })
  answer(getLicence, { version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
  answer(acceptLicence, { eulaAcceptedDt: new Date() })
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByRole('dialog', { name: 'Choose your own password' })
})

test('a temporary password of somebody without a security question leads on to the account setup, not back to itself (decision B7)', async () => {
  answerAccount()
  signInAs({ pswdChngDt: null, daysBeforePasswordExpire: null, securityQuestionId: null })
  const page = renderPage('/login')
  await screen.findByRole('dialog', { name: 'Choose your own password' })
  await fill(page, 'the old one')
  await screen.findByRole('heading', { name: 'Set up your account' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/content-authenticated/account-setup')
})
