import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

test.each([
  [1280, false],
  [360, true],
])(
  'with nothing but the demo I sign in at my employer, get to the page I wanted, and sign out here and there; %d px, dark %s (SIGN-006, LOUT-006, LOUT-009)',
  async (width, dark) => {
    const visitor = await newVisitor({ width, dark })
    const { page } = visitor
    await visitor.visit('/content-authenticated/home?q=pay')
    await page.getByLabel('User ID').fill('nils.soderstrom@lindqvist.example')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lindqvist & Søn Bank' }).waitFor()
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await visitor.waitForHome()
    expect(new URL(page.url()).searchParams.get('q')).toBe('pay')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign out of your company account' }).click()
    await page.getByRole('heading', { name: 'You’re signed out at Lindqvist & Søn Bank' }).waitFor()
    await visitor.expectAccessible()
    visitor.expectCleanConsole()
  },
)
