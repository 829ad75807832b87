import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, origin, type Visitor } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

const TEMPORARY = /[a-z2-9]{5}(?:-[a-z2-9]{5}){3}/
/** At a domain of one of the demo's employers. */
const address = 'katherine.johnsen@meridianhealth.example'
const NAME = { first: 'Katherine', last: 'Johnsen' }

/** The latest mail to a user in the demo mailbox, as plain text. */
async function mailTo({ page }: Visitor, address: string): Promise<string> {
  const read = async (path: string) => (await page.request.get(origin() + path)).text()
  const entry = (await read('/dev/mailbox')).split('<li>').find((line) => line.includes(address))
  const link = /\/dev\/mailbox\/\d+/.exec(entry ?? '')?.[0]
  return link ? read(link) : ''
}

test('an administrator creates a user, who signs in with the mailed password and is asked to choose their own (UADM-017..024, UADM-142, E18, E19)', async () => {
  const admin = await newVisitor()
  await admin.signIn('portal.admin')
  const { page } = admin
  await admin.visit('/content-authenticated/administration')
  await page.getByRole('link', { name: 'Add user' }).press('Enter')
  await page.getByRole('heading', { name: /Step 1 of 4/ }).waitFor()
  await page.getByLabel('First name').fill(NAME.first)
  await page.getByLabel('Last name').fill(NAME.last)
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=userNm]')?.value !== '')
  const userName = await page.getByLabel('User ID').inputValue()
  expect(userName).toMatch(/^kjohnsen\d*$/)
  await admin.expectAccessible()
  await page.reload()
  await page.getByRole('heading', { name: /Step 1 of 4/ }).waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=firstNm]')?.value === 'Katherine')
  const employer = page.getByLabel('Employer')
  await page.waitForFunction(
    () => (document.querySelector<HTMLSelectElement>('[name=employerId]')?.options.length ?? 0) > 1,
  )
  if ((await employer.inputValue()) === '') await employer.selectOption({ index: 1 })
  const step = (number: number) => page.getByRole('heading', { name: new RegExp(`Step ${number} of 4`) }).waitFor()
  const goOn = async (number: number) => {
    await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
    await step(number)
  }
  // The browser's Back goes one step back, and keeps what was entered.
  await goOn(2)
  await goOn(3)
  for (const number of [2, 1]) {
    await page.evaluate(() => history.back())
    await step(number)
  }
  expect(await page.getByLabel('Last name').inputValue()).toBe(NAME.last)
  for (const number of [2, 3, 4]) {
    await goOn(number)
    await admin.expectAccessible()
  }
  await Promise.all([
    admin.waitForText(`${NAME.first} ${NAME.last} has been created.`),
    page.getByRole('button', { name: 'Login', exact: true }).press('Enter'),
  ])
  await page.waitForURL('**/content-authenticated/administration')
  await page.getByText(`A temporary password is on its way to ${address}.`).waitFor()
  await page.getByRole('button', { name: 'Open the profile' }).press('Enter')
  await page.getByRole('heading', { name: `${NAME.first} ${NAME.last}`, level: 1 }).waitFor()
  admin.expectCleanConsole()

  const password = TEMPORARY.exec(await mailTo(admin, address))?.[0] ?? ''
  const user = await newVisitor()
  await user.visit('/login')
  await user.fillSignIn(userName, password)
  await user.page.getByRole('button', { name: 'Not now' }).press('Enter')
  await user.page.getByRole('button', { name: 'Accept' }).press('Enter')
  await user.page.getByRole('dialog', { name: 'Choose your own password' }).waitFor()
})
