import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMessage, startReceiver, type WebhookReceiver } from '../server/test/webhook-receiver.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/administration/webhooks'

let folder: string
let portal: RunningPortal
let receiver: WebhookReceiver
let admin: Visitor
beforeAll(async () => {
  folder = await createTempFolder()
  receiver = await startReceiver()
  portal = await startServer({ PORTAL_WEBHOOK_ADDRESSES: 'private' }, folder)
  await openBrowser()
  admin = await newVisitor({ portalOrigin: portal.origin })
  await admin.signIn('portal.admin')
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

async function actOnWebhook(action: string): Promise<void> {
  await admin.page.getByRole('button', { name: 'Actions for SIEM' }).press('Enter')
  await admin.page.getByRole('menuitem', { name: action }).press('Enter')
}

async function replay(): Promise<void> {
  await admin.visit(address)
  await actOnWebhook('Replay from a day')
  const dialog = admin.page.getByRole('dialog', { name: 'Replay SIEM' })
  await dialog.waitFor()
  await admin.expectAccessible('[role=dialog]')
  const replayed = admin.waitForText('Events since this day are being sent again.')
  await dialog.getByRole('button', { name: 'Send again' }).press('Enter')
  await replayed
}

/** How many rows of the log are so, which does not change by itself. */
async function countRows(name: RegExp): Promise<number> {
  await admin.page.reload()
  await admin.page.getByRole('table').waitFor()
  return admin.page.getByRole('row', { name }).count()
}

test('an administrator adds a webhook, sees why its receiver fails, repairs it and sends events again, with the keyboard alone', async () => {
  const { page } = admin
  await admin.visit(address)
  await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await admin.typeInto(dialog.getByLabel('Name', { exact: true }), 'SIEM')
  // Past what it sends.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(receiver.address)
  // The demo has thousands of others.
  await dialog.getByRole('combobox', { name: 'Events', exact: true }).fill('Webhook changed')
  await page.getByRole('option', { name: 'Webhook changed' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Webhook changed/ }).waitFor()
  await admin.expectAccessible('[role=dialog]')
  await dialog.getByRole('button', { name: 'Add and show secret' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'Secret of SIEM' })
  const secret = await shown.getByText(/^whsec_/).innerText()
  await shown.getByRole('button', { name: 'Close' }).press('Enter')

  const accepted = admin.waitForText('The receiver accepted the test event with status 204.')
  await actOnWebhook('Send test event')
  await accepted
  const [first] = receiver.received
  if (!first) throw new Error('The receiver got no test event')
  expect(openMessage(secret, first)).toMatchObject({ type: 'portico.test.v1' })

  receiver.answer = () => ({ status: 503, text: 'out of order' })
  await replay()
  await page.getByRole('link', { name: 'SIEM' }).press('Enter')
  await page.getByRole('heading', { name: 'SIEM' }).waitFor()
  await expect.poll(() => countRows(/Status 503 .* Waiting/)).toBeGreaterThan(0)
  await admin.expectAccessible()
  await page
    .getByRole('row', { name: /Status 503/ })
    .getByRole('button')
    .first()
    .press('Enter')
  await page.getByRole('region', { name: 'Beginning of the answer' }).getByText('out of order').waitFor()
  await admin.expectAccessible('[role=dialog]')
  await admin.escape()

  receiver.answer = () => ({ status: 204 })
  const again = admin.waitForText('The event is being sent again.')
  const row = page.getByRole('row', { name: /Status 503/ }).first()
  await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Send again' }).press('Enter')
  await again
  await expect.poll(() => countRows(/Waiting/)).toBe(0)

  const before = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  receiver.received.length = 0
  await replay()
  await expect.poll(() => receiver.received.some(({ headers }) => before.has(headers['webhook-id']))).toBe(true)
  admin.expectCleanConsole()
})

test('an administrator adds a stream of security signals for an identity provider, and verifies it, with the keyboard alone', async () => {
  const { page } = admin
  await admin.visit(address)
  await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await admin.typeInto(dialog.getByLabel('Name', { exact: true }), 'Company IdP')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await dialog.getByLabel('Audience').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(receiver.address)
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://idp.example.com')
  await admin.expectAccessible('[role=dialog]')
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('row', { name: /Company IdP Security signals/ }).waitFor()

  receiver.received.length = 0
  const accepted = admin.waitForText('The receiver accepted the test event with status 204.')
  await page.getByRole('button', { name: 'Actions for Company IdP' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Send test event' }).press('Enter')
  await accepted
  const [, claims = ''] = receiver.received[0]?.body.split('.') ?? []
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: portal.origin,
    aud: 'https://idp.example.com',
  })
  await page.getByRole('link', { name: 'Company IdP' }).press('Enter')
  await page.getByRole('row', { name: /^Verification/ }).waitFor()
  await admin.expectAccessible()
})

test('an administrator gives the stream an Authorization header, and removes it again, with the keyboard alone', async () => {
  const { page } = admin
  await admin.visit(address)
  const dialog = page.getByRole('dialog', { name: 'Edit Company IdP' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for Company IdP' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await dialog.waitFor()
  }
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save webhook' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  }
  await edit()
  const removal = dialog.getByRole('checkbox', { name: 'Remove the Authorization header' })
  expect(await removal.count()).toBe(0)
  await dialog.getByLabel(/^Authorization header/).pressSequentially('Bearer abc')
  await save()
  await edit()
  await removal.press('Space')
  await dialog.getByLabel(/^Authorization header/).waitFor({ state: 'hidden' })
  await admin.expectAccessible('[role=dialog]')
  await save()
  await edit()
  expect(await removal.count()).toBe(0)
  await admin.escape()
})

test('list and log fit on a phone, and in the dark', async () => {
  const { page } = admin
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await admin.visit(address)
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  await admin.waitForContent()
  await admin.expectNoHorizontalScroll()
  await admin.expectAccessible()
  await page.getByRole('link', { name: 'SIEM' }).press('Enter')
  await page.getByRole('heading', { name: 'SIEM' }).waitFor()
  await admin.waitForContent()
  await admin.expectNoHorizontalScroll()
  await admin.expectAccessible()
})
