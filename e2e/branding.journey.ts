import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const clients = '/content-authenticated/administration/client-settings'
const defaults = '/content-authenticated/database-maintenance/default-branding'
let visitor: Visitor
let reader: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  reader = await newVisitor()
  await visitor.signIn('portal.admin')
  await reader.signIn('external.user')
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

/** Looks at the preview of each screen in both modes: its primary button has the color. */
async function expectPreviews(color: string): Promise<void> {
  const { page } = visitor
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true })
  for (const mode of ['Light', 'Dark']) {
    await choose(mode)
    for (const [screen, part, name] of [
      ['Sign-in', 'button', 'Login'],
      ['Dialog', 'button', 'Delete link'],
      ['Email', 'link', 'Open report'],
    ] as const) {
      await choose(screen)
      const preview = page.getByRole('img', { name: `${screen}, ${mode}` }).frameLocator('iframe')
      const button = preview.getByRole(part, { name, exact: true })
      const colorOf = (of: typeof button) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
      // The button of a dark mail gets more contrast.
      await expect.poll(() => colorOf(button)).toMatch(screen === 'Email' && mode === 'Dark' ? 'rgb' : color)
      const ground = await colorOf(preview.locator('body'))
      expect(brightness(ground) > HALF).toBe(mode === 'Light')
      await visitor.expectAccessible()
    }
    await choose('Home')
    const home = page.getByRole('img', { name: `Home, ${mode}` }).frameLocator('iframe')
    await home
      .getByRole('list', { name: 'Applications' })
      .getByRole('button', { name: 'Statements', exact: true })
      .waitFor()
    await home.getByText('Our new office opens on Monday.').waitFor()
  }
}

const HALF = 128
/** The mean of the channels of 'rgb(r, g, b)'. */
const brightness = (color: string) =>
  (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, channel) => sum + Number(channel), 0) / 3

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
  await expectPreviews('rgb(139, 30, 63)')
  await page
    .getByRole('group', { name: 'Logo', exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture('#8b1e3f') })
  await page.getByRole('img', { name: 'Logo: New image' }).waitFor()
  visitor.expectCleanConsole()
})

/** The colors of the reader's home page: of its primary buttons and its tiles. */
async function colorsOfHome(): Promise<{ button: string; tile: string }> {
  await reader.visit('/content-authenticated/home')
  await reader.tiles().first().waitFor()
  return reader.page.evaluate(() => {
    const styles = getComputedStyle(document.documentElement)
    const color = (name: string) => styles.getPropertyValue(name).toLowerCase()
    return { button: color('--ui-brand'), tile: color('--tile-color') }
  })
}

/** Opens the settings anew and chooses which ones to use. */
async function choose(address: string, mode: 'Previous' | 'Default'): Promise<void> {
  const { page } = visitor
  await visitor.visit(address)
  await page.getByRole('radio', { name: mode, exact: true }).check()
}

/** Saves what is chosen, after the question. */
async function save(): Promise<void> {
  const { page } = visitor
  const button = 'Save client settings'
  await page.getByRole('button', { name: button }).click()
  await Promise.all([
    visitor.waitForText('The client settings have been saved.'),
    page.getByRole('dialog').getByRole('button', { name: button }).click(),
  ])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a saved brand is on the home page of the client’s users at once; the previous and the default one come back (BRND-013, BRND-023..025)', async () => {
  const { page } = visitor
  const before = await colorsOfHome()
  const standard = await visitor.page.evaluate(async () => {
    const answer = await fetch('/ccservices/secure/user/rest/db/signin/default-primary-button-color')
    return ((await answer.json()) as { data: string }).data
  })
  await visitor.visit(clients)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('Meridian Health Partners')
  await page.getByRole('link', { name: 'Meridian Health Partners' }).click()
  await page.getByRole('img', { name: 'Home, Light' }).waitFor()
  const address = new URL(page.url()).pathname
  await page.getByRole('textbox', { name: 'Primary button color', exact: true }).fill('8B1E3F')
  await page.getByRole('textbox', { name: 'Tile color', exact: true }).fill('3A7D44')
  await save()
  expect(await colorsOfHome()).toEqual({ button: '#8b1e3f', tile: '#3a7d44' })

  await choose(address, 'Previous')
  await save()
  expect(await colorsOfHome()).toEqual(before)

  await choose(address, 'Default')
  await save()
  expect((await colorsOfHome()).button).toBe(`#${standard.replace('#', '').toLowerCase()}`)

  await choose(address, 'Previous')
  await save()
  expect(await colorsOfHome()).toEqual(before)
  visitor.expectCleanConsole()
  reader.expectCleanConsole()
})

test('an administrator names a contact for a client, and its users find them on “Contact us” (CONT-003, N-1)', async () => {
  const { page } = visitor
  await visitor.visit(clients)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('Meridian Health Partners')
  await page.getByRole('link', { name: 'Meridian Health Partners' }).click()
  await page.getByRole('tab', { name: 'Contacts' }).click()
  const form = page.getByRole('form', { name: 'Contacts of Meridian Health Partners' })
  await visitor.choose(form, { field: 'Add a staff member', text: 'associate.admin', option: /./ })
  await page.keyboard.type('Night shift')
  await visitor.expectAccessible()
  await form.getByRole('button', { name: 'Save contacts' }).click()
  await Promise.all([
    visitor.waitForText('The contacts have been saved.'),
    page.getByRole('dialog').getByRole('button', { name: 'Save contacts' }).click(),
  ])
  await reader.visit('/content-authenticated/contact-us')
  await reader.page.getByText('Night shift').waitFor()

  await page.setViewportSize({ width: 360, height: 740 })
  await visitor.expectNoHorizontalScroll()
  await visitor.expectAccessible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Branding' }).click()
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
