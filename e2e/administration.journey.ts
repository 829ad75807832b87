import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const administration = '/content-authenticated/administration'

beforeAll(openBrowser)
afterAll(closeBrowser)

const windows = [
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
]

describe.each(windows)('the administration at $width px (dark: $dark)', (options) => {
  let admin: Visitor
  beforeAll(async () => {
    admin = await newVisitor(options)
    await admin.signIn('portal.admin')
    return () => admin.context.close()
  })

  test('shows all groups of screens, opens and closes them by keyboard, and keeps what is open', async () => {
    const { page } = admin
    const isNarrow = options.width < 960
    if (!isNarrow) await page.setViewportSize({ width: options.width, height: 800 })
    await admin.visit(`${administration}/mail-delivery`)
    const navigation = page.getByRole('navigation', { name: 'Administration screens' })
    const open = () => navigation.getByRole('button', { name: 'Administration screens' }).press('Enter')
    if (isNarrow) await open()
    const groups = navigation.getByRole('heading', { level: 2 }).getByRole('button')
    await groups.first().waitFor()
    expect(await groups.count()).toBe(7)
    const last = await groups.last().boundingBox()
    const end = (last?.y ?? Infinity) + (last?.height ?? 0)
    // The menu of a phone scrolls.
    expect(isNarrow || end <= 800).toBe(true)
    expect(await navigation.getByRole('link', { name: 'Mail delivery' }).getAttribute('aria-current')).toBe('page')
    const signOn = navigation.getByRole('button', { name: 'Sign-on' })
    const wasOpen = (await signOn.getAttribute('aria-expanded')) === 'true'
    const saved = admin.page.waitForResponse((response) => response.request().method() === 'PUT')
    await signOn.press('Enter')
    await saved
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
    await page.reload()
    if (isNarrow) await open()
    await signOn.waitFor()
    expect(await signOn.getAttribute('aria-expanded')).toBe(String(!wasOpen))
    admin.expectCleanConsole()
  })

  test('the overview names what waits and what changed last, and leads to the list of it', async () => {
    const { page } = admin
    await admin.visit(`${administration}/overview`)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem').first().waitFor()
    // The demo has its figures from the first sign-in on.
    await page
      .getByRole('region', { name: 'The last 30 days' })
      .getByRole('region', { name: 'Failed sign-ins' })
      .waitFor()
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
    const requests = page.getByRole('list', { name: 'Waiting for you' }).getByRole('link', { name: /^Access requests/ })
    const count = Number(/\d+$/.exec((await requests.textContent()) ?? '')?.[0])
    await requests.press('Enter')
    await page.waitForURL(`**${administration}/access-requests`)
    await expect.poll(() => page.getByRole('button', { name: /^Decline / }).count()).toBe(count)
    admin.expectCleanConsole()
  })
})
