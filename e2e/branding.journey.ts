import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const clients = '/content-authenticated/administration/client-settings'
const defaults = '/content-authenticated/database-maintenance/default-branding'
let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

/** A picture of one color that the browser draws. */
async function picture(color: string, width = 120, height = 40): Promise<Buffer> {
  const address = await visitor.page.evaluate(
    ({ color: fill, width: w, height: h }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = fill
      context.fillRect(0, 0, w, h)
      return canvas.toDataURL('image/png')
    },
    { color, width, height },
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

test('an administrator chooses a client, edits its colors and previews its logo (BRND-014, BRND-015, BRND-022, BRND-026, UIGN-003)', async () => {
  const { page } = visitor
  await visitor.visit(clients)
  await page.getByRole('table', { name: 'Client settings' }).waitFor()
  await visitor.expectAccessible()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('Northgate')
  await page.getByRole('link', { name: 'Northgate Services' }).click()
  await page.getByRole('img', { name: 'Home, Light' }).waitFor()
  await visitor.expectAccessible()

  await page.getByRole('radio', { name: 'Default', exact: true }).check({ force: true })
  const color = page.getByRole('textbox', { name: 'Primary button color', exact: true })
  await color.fill('#8B1E3F')
  expect(await color.inputValue()).toBe('8B1E3F')
  expect(await page.getByRole('radio', { name: 'Custom' }).isChecked()).toBe(true)
  await page
    .getByRole('group', { name: 'Logo', exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture('#8b1e3f') })
  await page.getByRole('img', { name: 'Logo: New image' }).waitFor()
  visitor.expectCleanConsole()
})

test('a bad image is refused at its place (UIGN-010..013)', async () => {
  const { page } = visitor
  const logo = page.getByRole('group', { name: 'Logo', exact: true }).locator('input[type=file]')
  for (const [file, message] of [
    [{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }, 'Invalid file type'],
    [{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') }, 'Invalid file type'],
    [{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(1_000_001) }, 'Invalid file size'],
  ] as const) {
    await logo.setInputFiles(file)
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
  }
})

test('the default branding has three images and fits on a phone (DBMT-003, DBMT-035..038)', async () => {
  const { page } = visitor
  await visitor.visit(defaults)
  for (const name of ['Logo', 'Home background', 'Sign-in background'])
    await page.getByRole('group', { name, exact: true }).getByRole('img').waitFor()
  await visitor.expectAccessible()
  await page.setViewportSize({ width: 360, height: 740 })
  await visitor.expectNoHorizontalScroll()
  await visitor.visit(clients)
  await page.getByRole('table', { name: 'Client settings' }).waitFor()
  await visitor.expectNoHorizontalScroll()
  await visitor.expectAccessible()
})
