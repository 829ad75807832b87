import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from './authenticator-code.ts'
import { withPasskeys } from './virtual-passkeys.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor, type VisitorOptions } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

const DEMO_SEED = 'JBSWY3DPEHPK3PXP'

async function startedBy(userName: string, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await newVisitor(options)
  await visitor.visit('/login')
  await visitor.fillSignIn(userName)
  return visitor
}

const home = ({ page }: Visitor) => page.getByRole('heading', { name: 'Applications' })
const codeField = ({ page }: Visitor) => page.getByLabel('Code', { exact: true })
const confirmTitle = ({ page }: Visitor) => page.getByRole('heading', { name: 'Verify it’s you' })

test('a user mistypes three codes, enters the right one and is trusted from then on (SIGN-003, SIGN-032)', async () => {
  const visitor = await startedBy('factor.user')
  const { page } = visitor
  await confirmTitle(visitor).waitFor()
  expect(new URL(page.url()).pathname).toBe('/second-factor')
  await visitor.expectAccessible()
  for (let n = 0; n < 3; n++) {
    await codeField(visitor).fill('000000')
    await page.getByText('This code is incorrect').waitFor()
    expect(await codeField(visitor).inputValue()).toBe('')
  }
  await visitor.expectAccessible()
  await page.getByRole('switch', { name: 'Don’t ask on this device for 30 days' }).click()
  await codeField(visitor).pressSequentially(codeOf(DEMO_SEED))
  await home(visitor).waitFor()
  visitor.expectCleanConsole(/422/)
  await visitor.signOut()
  await visitor.fillSignIn('factor.user')
  await home(visitor).waitFor()

  await visitor.visit('/content-authenticated/account-settings')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByText('This device').waitFor()
  await visitor.expectAccessible()
  await panel.getByRole('button', { name: 'Stop trusting' }).click()
  await panel.getByText('No trusted devices').waitFor()
  await visitor.signOut()
  await visitor.fillSignIn('factor.user')
  await confirmTitle(visitor).waitFor()
})

test('the second factor page without a sign-in says so and links back', async () => {
  const visitor = await newVisitor({ width: 360 })
  await visitor.visit('/second-factor')
  await visitor.page.getByText('This sign-in has expired').waitFor()
  await visitor.expectAccessible()
  await visitor.page.getByRole('button', { name: 'Back to sign-in' }).click()
  await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

describe('a user who must set one up', () => {
  test('postpones it, and sees how many times are left (SIGN-004, SIGN-013, SIGN-034)', async () => {
    const visitor = await startedBy('unenrolled.user')
    const dialog = visitor.page.getByRole('dialog', { name: 'Protect your account' })
    await dialog.getByText('You can skip this 3 more times.').waitFor()
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await home(visitor).waitFor()
    await visitor.signOut()
  })

  test('sets up a passkey, saves the codes, signs in with it, and with a recovery code when the passkey is missing', async () => {
    const visitor = await startedBy('unenrolled.user', { width: 360, dark: true })
    const { page } = visitor
    await withPasskeys(visitor)
    await page.getByRole('button', { name: 'Set up now' }).click()
    await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: /^Passkey/ }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await visitor.expectAccessible()
    const [recoveryCode = ''] = await page.getByRole('listitem').allInnerTexts()
    await page.getByRole('button', { name: 'I’ve saved these codes' }).click()
    await home(visitor).waitFor()
    await visitor.signOut()

    await visitor.fillSignIn('unenrolled.user')
    await page.getByRole('button', { name: 'Use passkey' }).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await home(visitor).waitFor()
    await visitor.signOut()

    const elsewhere = await startedBy('unenrolled.user')
    await elsewhere.page.getByRole('button', { name: 'Try another way' }).click()
    await elsewhere.page.getByRole('button', { name: 'Enter a recovery code' }).click()
    await elsewhere.page.getByLabel('Recovery code').fill(recoveryCode)
    await elsewhere.page.getByRole('button', { name: 'Verify' }).click()
    await home(elsewhere).waitFor()
    await elsewhere.signOut()
  })
})

test('in the account settings, after the password, an app is set up with QR code and key (SIGN-003)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await visitor.signIn('client.admin')
  await visitor.visit('/content-authenticated/account-settings')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
  await dialog.getByLabel('Current password', { exact: true }).fill('Welcome-to-Portico-1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await visitor.expectAccessible()
  const key = await dialog.locator('code').innerText()
  await dialog.getByLabel('Code', { exact: true }).pressSequentially(codeOf(key))
  await dialog.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await page.getByText('10 of 10 left').waitFor()
  await page.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByLabel('Current password', { exact: true }).fill('Welcome-to-Portico-1')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Not set up').waitFor()
  await visitor.expectAccessible()
})
