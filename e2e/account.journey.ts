import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor, origin } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

/** The latest mail to a user in the demo mailbox. */
async function mailTo({ page }: Visitor, address: string): Promise<string> {
  const read = async (path: string) => (await page.request.get(origin() + path)).text()
  const entry = (await read('/dev/mailbox')).split('<li>').find((line) => line.includes(address))
  const link = /\/dev\/mailbox\/\d+/.exec(entry ?? '')?.[0]
  return link ? read(link) : ''
}

const LINK = /#confirm-email=[\w-]{43}/

const atHome = ({ page }: Visitor) => page.getByRole('heading', { name: 'Applications' }).waitFor()

test('first.time sets up the account at first sign-in, by keyboard, and reaches home (SIGN-042, ACCT-005, ACCT-011, ACCT-063, ACCT-064)', async () => {
  const visitor = await newVisitor({ width: 360, dark: true })
  const { page } = visitor
  await visitor.visit('/login')
  await visitor.fillSignIn('first.time')
  await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/content-authenticated/account-setup')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('Please select a security question.').waitFor()
  await page.getByText('Security question answer must be filled out.').waitFor()
  await visitor.expectAccessible()
  await page.getByRole('combobox', { name: 'Security question' }).selectOption({ index: 2 })
  await page.getByLabel('Answer').focus()
  await page.keyboard.type('Blue heron')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await atHome(visitor)
  visitor.expectCleanConsole()
  await visitor.signOut()
  await visitor.fillSignIn('first.time')
  await atHome(visitor)
  await visitor.signOut()
})

test('client.admin changes every panel, and confirms a new email address with the mailed link (ACCT-001..009, ACCT-047, ACCT-057..062, ACCT-077, D1)', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  const region = (name: string) => page.getByRole('region', { name })
  const edit = (panel: string) => page.getByRole('button', { name: `Edit ${panel}` }).click()
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  }
  await visitor.signIn('client.admin')
  await visitor.visit('/content-authenticated/account-settings')

  await edit('Company information')
  await page.getByLabel('Job title').fill('Head of operations')
  await page.getByLabel('Department').selectOption('Finance')
  await save()
  await region('Company information').getByText('Head of operations').waitFor()

  await edit('Notification preferences')
  const texts = page.getByRole('checkbox', { name: 'Text message', exact: true })
  await texts.check()
  await page.getByRole('checkbox', { name: 'I agree to receive text messages' }).check()
  await page.getByLabel('Mobile phone').fill('206-555-0188')
  await page.getByLabel('SMS carrier').selectOption('Alder Wireless')
  await visitor.expectAccessible()
  await save()
  await region('Notification preferences').getByText('206-555-0188').waitFor()
  await edit('Notification preferences')
  await texts.uncheck()
  await save()
  await expect.poll(() => mailTo(visitor, '2065550188@sms.alder-wireless.example')).toContain('This is the last one.')

  await edit('Security question')
  await page.getByRole('combobox', { name: 'Security question' }).selectOption({ index: 1 })
  await page.getByLabel('Answer').fill('Lincoln')
  await page.getByLabel('Your password').fill(PASSWORD)
  await save()

  await edit('Personal information')
  await page.getByLabel('Work phone').fill('415-555-0199')
  await page.getByLabel('Email', { exact: true }).fill('dolores@meridianhealth.example')
  await page.getByLabel('Your password').fill(PASSWORD)
  await visitor.expectAccessible()
  await save()
  await page.getByText('Waiting for confirmation').waitFor()
  await region('Personal information').getByText('415-555-0199').waitFor()

  const mail = () => mailTo(visitor, 'dolores@meridianhealth.example')
  await expect.poll(mail).toMatch(LINK)
  const [token = ''] = LINK.exec(await mail()) ?? []
  await visitor.visit('/content-authenticated/home')
  await visitor.visit(`/content-authenticated/account-settings${token}`)
  await page.getByRole('dialog', { name: 'Confirm your new email address' }).waitFor()
  expect(page.url()).not.toContain('confirm-email')
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('Waiting for confirmation').waitFor({ state: 'detached' })
  await region('Personal information').getByText('dolores@meridianhealth.example').waitFor()
  visitor.expectCleanConsole()
  await visitor.signOut()
})

test('external.user finds the representatives and sends an enhancement request (CONT-001..007, CONT-016..019)', async () => {
  const visitor = await newVisitor({ width: 360 })
  const { page } = visitor
  await visitor.signIn('external.user')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Contact us' }).click()
  await page.getByRole('region', { name: 'Your representatives' }).getByText('Priya Raman').waitFor()
  await page.getByLabel('Application').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Your request' }).fill('A search by amount')
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(/^Enhancement Request has been sent\. Your request number is \d+\.$/).waitFor()
  const requests = page.getByRole('region', { name: 'Your requests' })
  await requests.getByText('A search by amount').waitFor()
  await requests.getByText('Received').first().waitFor()
  await expect.poll(() => mailTo(visitor, 'client.relations@northgate.example')).toContain('A search by amount')
  visitor.expectCleanConsole()
  await visitor.signOut()
})
