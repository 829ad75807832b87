import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor, origin } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

const TEMPORARY = /[a-z2-9]{5}(?:-[a-z2-9]{5}){3}/
const NEW = 'seven calm herons wading'

/** By keyboard: after each password field comes the button that shows the password. */
async function typeChange(visitor: Visitor, current: string, next: string): Promise<void> {
  const { page } = visitor
  await visitor.typeInto(page.locator('[name=currentPassword]'), current)
  for (let field = 0; field < 2; field++) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(next)
  }
}

const signInByKeyboard = async ({ page }: Visitor, userName: string, password: string) => {
  await page.getByLabel('User ID').focus()
  await page.keyboard.type(userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

const atHome = ({ page }: Visitor) => page.getByRole('heading', { name: 'Applications' }).waitFor()

/** The latest mail to a user in the demo mailbox, as plain text. */
async function mailTo({ page }: Visitor, address: string): Promise<string> {
  const read = async (path: string) => (await page.request.get(origin() + path)).text()
  const entry = (await read('/dev/mailbox')).split('<li>').find((line) => line.includes(address))
  const link = /\/dev\/mailbox\/\d+/.exec(entry ?? '')?.[0]
  return link ? read(link) : ''
}

describe.each([
  ['expired.user', 'Your password has expired', false],
  ['temporary.user', 'Choose your own password', true],
])('%s', (userName, title, dark) => {
  test('chooses a new password by keyboard and reaches home (PSWD-009, PSWD-010, PSWD-015, PSWD-016, PSWD-036)', async () => {
    const visitor = await newVisitor(dark ? { width: 360, dark } : {})
    const { page } = visitor
    await visitor.visit('/login')
    await signInByKeyboard(visitor, userName, PASSWORD)
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.getByRole('list', { name: 'Password requirements' }).waitFor()
    await typeChange(visitor, PASSWORD, NEW)
    await page.getByText('At least 12 characters').waitFor()
    await visitor.expectAccessible()
    await Promise.all([visitor.waitForText('Your password has been changed.'), page.keyboard.press('Enter')])
    await atHome(visitor)
    visitor.expectCleanConsole()
    await visitor.signOut()
    await signInByKeyboard(visitor, userName, NEW)
    await atHome(visitor)
    await visitor.signOut()
  })
})

test('a refused password is reported at its field, and home is closed to a session with a temporary one (PSWD-017)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await visitor.visit('/login')
  await signInByKeyboard(visitor, 'associate.admin', PASSWORD)
  await atHome(visitor)
  await visitor.visit('/content-authenticated/account-settings?change=password')
  await page.getByRole('dialog', { name: 'Change password' }).waitFor()
  await page.getByLabel('Current password').focus()
  await typeChange(visitor, PASSWORD, 'Brennan and a dog')
  await page.keyboard.press('Enter')
  await page.getByText('Without your user ID, your name, your organization or “Portico”.').waitFor()
  await visitor.expectAccessible()
  await page.evaluate(() => localStorage.setItem('isTemporaryPassword', 'Y'))
  await visitor.visit('/content-authenticated/home')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a password change in the account settings signs me out in every tab, and the new password signs me in (PSWD-002, PSWD-020, ACCT-010)', async () => {
  const visitor = await newVisitor({ dark: true })
  const { page, context } = visitor
  await visitor.visit('/login')
  await signInByKeyboard(visitor, 'associate.admin', PASSWORD)
  // The previous journey may still be signed in.
  await visitor.waitForHome()
  const tab = await context.newPage()
  await tab.goto(`${origin()}/content-authenticated/home`)
  await tab.getByRole('heading', { name: 'Applications' }).waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
  await page.getByRole('button', { name: 'Change password' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Change password' }).waitFor()
  await page.getByLabel('Current password').focus()
  await typeChange(visitor, PASSWORD, NEW)
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor()
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => mailTo(visitor, 'associate.admin@')).toContain('password')
  await signInByKeyboard(visitor, 'associate.admin', NEW)
  await atHome(visitor)
  await visitor.signOut()
})

test('a user who forgot the password answers wrong, then right: a temporary one arrives by mail, and a new one signs the user in (PSWD-001, PSWD-003..008, PSWD-034, PSWD-035, B15)', async () => {
  const visitor = await newVisitor({ width: 360 })
  const { page } = visitor
  await visitor.visit('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Step 1 of 3').waitFor()
  await page.keyboard.type('delegated.admin')
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await page.getByText('Step 2 of 3').waitFor()
  await page.keyboard.type('Portcullis')
  await page.keyboard.press('Enter')
  await page.getByText(/^Your user ID and answer don’t match our records/).waitFor()
  await page.getByText('Step 2 of 3').waitFor()
  expect(await page.locator('input:focus').inputValue()).toBe('')
  await visitor.expectAccessible()
  await page.keyboard.type('Portico')
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await page.getByText('Step 3 of 3').waitFor()
  await page.getByText(/^If we found your account you will receive an e-mail/).waitFor()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const mail = () => mailTo(visitor, 'delegated.admin@')
  await expect.poll(mail).toMatch(TEMPORARY)
  const [temporary = ''] = TEMPORARY.exec(await mail()) ?? []
  await signInByKeyboard(visitor, 'delegated.admin', temporary)
  await page.getByRole('dialog', { name: 'Choose your own password' }).waitFor()
  await typeChange(visitor, temporary, NEW)
  await page.keyboard.press('Enter')
  await atHome(visitor)
  await visitor.signOut()
  // The refused answer.
  visitor.expectCleanConsole(/422/)
})
