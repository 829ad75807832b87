import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changePassword, getPasswordRules } from '@portico/contract/password/password.ts'
import { logout } from '@portico/contract/session/session.ts'
import { acceptLicense, getLicense } from '@portico/contract/sign-in/sign-in.ts'
import { answerAccount } from '../../../test/account.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { currentSession, markSecured } from '../../api/session.ts'

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
  'with %s I choose my own in a dialog and continue with a new token (PSWD-009..013, PSWD-015, PSWD-016, PSWD-018, PSWD-019, PSWD-036)',
  async (_what, who, title) => {
    signInAs(who)
    const page = renderPage('/login')
    await screen.findByRole('dialog', { name: title })
    expect(page.address()).toBe('/gate')
    await fill(page, 'the old one')
    await screen.findByRole('heading', { name: 'Welcome' })
    expect(requestsTo(changePassword)[0]?.body).toEqual({
      currentPassword: 'the old one',
      newPassword: NEW,
      confirmPassword: NEW,
    })
    await screen.findByText('Your password has been changed. It expires after 90 days.')
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

test('rules are checked while I type, and rules that only the server can check say so (decision D7)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const { person } = renderPage('/gate')
  const rules = within(await screen.findByRole('list', { name: 'Password requirements' }))
  const ruleTexts = () => rules.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(ruleTexts()).toEqual([
    'At least 12 characters(not met)',
    'Not a common passwordchecked when you save',
    'Without your name(not met)',
  ])
  await person.type(screen.getByLabelText('New password'), 'blacksmith')
  expect(ruleTexts()[0]).toContain('not met')
  expect(ruleTexts()[2]).toContain('not met')
  await person.clear(screen.getByLabelText('New password'))
  await person.type(screen.getByLabelText('New password'), NEW)
  expect(ruleTexts()[0]).toBe('At least 12 characters(met)')
  expect(ruleTexts()[2]).toBe('Without your name(met)')
})

test('the rules are read with the new password, and a pause in typing announces the rules not met yet (decision D7)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const { person } = renderPage('/gate')
  await screen.findByRole('list', { name: 'Password requirements' })
  const field = screen.getByLabelText('New password')
  const described = () =>
    (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  expect(described()).toEqual(['At least 12 characters', 'Not a common password', 'Without your name'])
  await person.type(field, 'a mason')
  const announcement = await screen.findByText('Not met: At least 12 characters.')
  expect(announcement.getAttribute('aria-live')).toBe('polite')
  await person.type(field, ' in May')
  await waitFor(() => expect(announcement.textContent).toBe('All requirements met.'))
})

test('passwords can be shown, pasted and saved by a password manager', async () => {
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

test('several empty fields get one message, two different passwords one at the second (PSWD-024..026)', async () => {
  signInAs({ passwordExpiredFlg: true })
  const page = renderPage('/gate')
  await fill(page, '', '')
  await screen.findByText('Fill in all required fields.')
  await fill(page, 'the old one', NEW, `${NEW}!`)
  await screen.findByText('The passwords don’t match.')
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password'))
  expect(requestsTo(changePassword)).toHaveLength(0)
})

test('an error of the server is shown at its field, which takes the focus', async () => {
  signInAs({ passwordExpiredFlg: true })
  refuse(changePassword, 422, 'Current password is incorrect.', [
    { field: 'currentPassword', message: 'Current password is incorrect.' },
  ])
  const page = renderPage('/gate')
  await fill(page, 'a guess')
  await screen.findByText('Current password is incorrect.')
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  refuse(changePassword, 429, 'Please wait a quarter of an hour.')
  await fill(page, 'a guess')
  await screen.findByText('Please wait a quarter of an hour.')
})

test('Escape does not cancel the temporary password dialog; signing out needs a button', async () => {
  signInAs({ pswdChngDt: null })
  const { person, address } = renderPage('/gate')
  await screen.findByRole('dialog')
  await person.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(requestsTo(logout)).toHaveLength(1)
})

const secureAccount = () => {
  signInAs()
  markSecured()
}

test('after reporting a sign-in as not mine I am not shown the temporary password text, and learn how to get back in', async () => {
  secureAccount()
  const page = renderPage('/gate')
  const window = within(await screen.findByRole('dialog', { name: 'Your account is secured' }))
  window.getByText(/^Choose a new password\..*If you sign out first, use “Forgot password\?”/)
  expect(screen.queryByText(/temporary/i)).toBeNull()
  window.getByLabelText('Current password')
  await fill(page, 'the old one')
  await screen.findByRole('heading', { name: 'Welcome' })
  expect(currentSession()).toMatchObject({ token: 'the-new-token', gate: null })
  expect(sessionStorage.getItem('closedGate')).toBeNull()
})

test('opening home does not sign out a user who secured the account, since the old password no longer works', async () => {
  secureAccount()
  const { address } = renderPage(home)
  await screen.findByRole('dialog', { name: 'Your account is secured' })
  expect(address()).toBe('/gate')
  expect(requestsTo(logout)).toHaveLength(0)
})

test('opening home signs out a user with a temporary password (PSWD-017)', async () => {
  signInAs({ pswdChngDt: null })
  const { address } = renderPage(home)
  await screen.findByText('You’ve signed out.')
  expect(address()).toBe('/login')
  expect(requestsTo(logout)).toHaveLength(1)
  expect(currentSession()).toBeNull()
})

test('any other page that I ask for with a temporary password waits for my own one; I stay signed in', async () => {
  signInAs({ pswdChngDt: null })
  const { address } = renderPage('/content-authenticated/document-library')
  await screen.findByRole('dialog', { name: 'Choose your own password' })
  expect(address()).toBe('/gate')
  expect(requestsTo(logout)).toHaveLength(0)
  expect(currentSession()).not.toBeNull()
})

test('the temporary password follows the license (decision B7)', async () => {
  signInAs({ eulaAcceptedDt: null, pswdChngDt: null })
  answer(getLicense, { licenseId: 1, version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
  answer(acceptLicense, { eulaAcceptedDt: new Date() })
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByRole('dialog', { name: 'Choose your own password' })
})

test('a user with a temporary password and without a security question continues to account setup, not back to the gate (decision B7)', async () => {
  answerAccount()
  signInAs({ pswdChngDt: null, daysBeforePasswordExpire: null, securityQuestionId: null })
  const page = renderPage('/login')
  await screen.findByRole('dialog', { name: 'Choose your own password' })
  await fill(page, 'the old one')
  await screen.findByRole('heading', { name: 'Set up your account' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe('/content-authenticated/account-setup')
})
