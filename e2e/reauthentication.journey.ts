import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from './authenticator-code.ts'
import { ageSessions } from './portal-database.ts'
import { changeAddress, dialog, expectAddress, isChanged, providers } from './sensitive-change.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { withPasskeys } from './virtual-passkeys.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD } from './visitor.ts'

let folder: string
let portal: RunningPortal
beforeAll(async () => {
  folder = await createTempFolder()
  // A portal of its own: the journey changes its sessions in the database.
  portal = await startServer({}, folder)
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

test.each([
  [1280, false],
  [360, true],
])(
  'long after I signed in, my password confirms a change, and a second one goes through at once; %d px, dark %s (S52)',
  async (width, dark) => {
    const visitor = await newVisitor({ width, dark, portalOrigin: portal.origin })
    const { page } = visitor
    await visitor.signIn('portal.admin')
    await ageSessions(folder)
    await visitor.visit(providers)
    const address = `https://company.example/out-${width}`
    await changeAddress(visitor, address)
    await dialog(visitor).waitFor()
    await visitor.typeInto(page.getByLabel('Your password', { exact: true }), 'not my password')
    await page.keyboard.press('Enter')
    await dialog(visitor)
      .getByText(/incorrect/)
      .first()
      .waitFor()
    await visitor.expectAccessible()
    await visitor.expectNoHorizontalScroll()
    await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await isChanged(visitor)
    await expectAddress(visitor, address)
    await changeAddress(visitor, `${address}/again`)
    await isChanged(visitor)
    await expectAddress(visitor, `${address}/again`)
    visitor.expectCleanConsole(/422/)
    await visitor.signOut()
  },
)

test('canceled, nothing is changed and what I entered stays (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  await visitor.signIn('portal.admin')
  await ageSessions(folder)
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/canceled')
  await dialog(visitor).waitFor()
  await dialog(visitor).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Not saved: you didn’t confirm it’s you.').waitFor()
  expect(await page.getByLabel('Sign-out address').inputValue()).toBe('https://company.example/canceled')
  await page.reload()
  await visitor.visit('/content-authenticated/home')
  await visitor.waitForHome()
  await visitor.signOut()
})

test('with a second factor, a code follows the password (S52)', async () => {
  const visitor = await newVisitor({ portalOrigin: portal.origin })
  const { page } = visitor
  await visitor.signIn('portal.admin')
  await visitor.visit('/content-authenticated/account-settings')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up authenticator app' })
  await setup.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await setup.getByRole('button', { name: 'Continue' }).click()
  await setup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const key = await setup.locator('code').innerText()
  await setup.getByLabel('Code', { exact: true }).pressSequentially(codeOf(key))
  await setup.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await page.getByText('10 of 10 left').waitFor()
  await ageSessions(folder)
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/factor')
  await dialog(visitor).waitFor()
  await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  // Each code is good once: the next one is.
  await visitor.typeInto(dialog(visitor).getByLabel('Code', { exact: true }), codeOf(key, 1))
  await visitor.expectAccessible()
  await page.keyboard.press('Enter')
  await isChanged(visitor)
  await expectAddress(visitor, 'https://company.example/factor')
})

test('with a passkey, the passkey follows the password (S52)', async () => {
  const visitor = await newVisitor({ width: 360, dark: true, portalOrigin: portal.origin })
  const { page } = visitor
  await withPasskeys(visitor)
  await visitor.signIn('associate.admin')
  await visitor.visit('/content-authenticated/account-settings')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const setup = page.getByRole('dialog', { name: 'Add passkey' })
  await setup.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await setup.getByRole('button', { name: 'Continue' }).click()
  await setup.getByRole('button', { name: 'I’ve saved these codes' }).click()
  await page.getByText('10 of 10 left').waitFor()
  await ageSessions(folder)
  await visitor.visit(providers)
  await changeAddress(visitor, 'https://company.example/passkey')
  await dialog(visitor).waitFor()
  await visitor.typeInto(page.getByLabel('Your password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await dialog(visitor).getByRole('button', { name: 'Use passkey' }).waitFor()
  await visitor.expectAccessible()
  await dialog(visitor).getByRole('button', { name: 'Use passkey' }).click()
  await isChanged(visitor)
  await expectAddress(visitor, 'https://company.example/passkey')
  await visitor.signOut()
})
