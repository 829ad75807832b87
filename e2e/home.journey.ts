import { dismissAnnouncement, undoDismissal } from '@portico/contract/announcements/announcements.ts'
import { setFavorite } from '@portico/contract/home/home.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('external.user')
})
afterAll(closeBrowser)

const tileNames = () => visitor.tileNames()
/** Selects the sort order and waits until the address has it, since the radio button follows the address. */
const choose = async (order: string) => {
  await visitor.page.getByRole('radio', { name: order }).click()
  await visitor.page.getByRole('radio', { name: order, checked: true }).waitFor()
}

describe('the page', () => {
  const filesNamedBy = async (address: string) => {
    const answer = await visitor.page.request.get(new URL(address, visitor.page.url()).href, {
      headers: { accept: 'text/html' },
    })
    return [...(await answer.text()).matchAll(/<link rel="modulepreload" href="([^"]+)" nonce=/g)].map(
      ([, file]) => file ?? '',
    )
  }

  test('names the files that it will load, which load with the application and not after it', async () => {
    const files = await filesNamedBy('/content-authenticated/home')
    expect(files.filter((file) => file.startsWith('/assets/home-'))).toHaveLength(1)
    expect(new Set(files).size).toBe(files.length)
    const loaded = new Set<string>()
    visitor.page.on('response', (response) => void (response.ok() && loaded.add(new URL(response.url()).pathname)))
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: 'Applications' }).waitFor()
    await expect.poll(() => files.filter((file) => !loaded.has(file))).toEqual([])
    expect(await filesNamedBy('/login')).toEqual([])
  })
})

describe('tiles', () => {
  test('a favorite survives a reload (HOME-003, HOME-011)', async () => {
    const star = visitor.page.getByRole('button', { name: /favorite/i, pressed: false }).first()
    const name = await star.getAttribute('aria-label')
    await Promise.all([visitor.responseTo(setFavorite), star.click()])
    const pressed = () => visitor.page.getByRole('button', { name: name ?? '', exact: true, pressed: true })
    await pressed().waitFor()
    await visitor.page.reload()
    await pressed().waitFor()
    await pressed().click()
  })

  test('are sorted three ways, and the address keeps the choice (HOME-008..010)', async () => {
    const alphabetical = await tileNames()
    expect(alphabetical).toEqual(alphabetical.toSorted((a, b) => a.localeCompare(b)))
    await choose('Favorites')
    await expect.poll(() => new URL(visitor.page.url()).search).toContain('sort=')
    await choose('Recently Used')
    const recent = await tileNames()
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: 'Applications' }).waitFor()
    expect(await tileNames()).toEqual(recent)
    await choose('Alphabetical')
  })
})

describe('announcements', () => {
  test('a dismissed one stays dismissed, and is still in the full list (ANNC-002..004)', async () => {
    const { page } = visitor
    const dismiss = page.getByRole('button', { name: /^Dismiss/ })
    await dismiss.first().waitFor()
    const count = await dismiss.count()
    await Promise.all([visitor.responseTo(dismissAnnouncement), dismiss.first().click()])
    await expect.poll(() => dismiss.count()).toBe(count - 1)
    const undo = page.getByRole('button', { name: 'Undo' })
    await Promise.all([visitor.responseTo(undoDismissal), undo.press('Enter')])
    await expect.poll(() => dismiss.count()).toBe(count)
    await Promise.all([visitor.responseTo(dismissAnnouncement), dismiss.first().click()])
    await expect.poll(() => dismiss.count()).toBe(count - 1)
    await page.reload()
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    await expect.poll(() => dismiss.count()).toBe(count - 1)
    await page
      .getByRole('button', { name: /All announcements/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Dismissed').first().waitFor()
    await visitor.expectAccessible()
    await visitor.escape()
  })
})

test('on a phone and with a page zoomed to 200% the tiles stand above the announcements that are not operational', async () => {
  for (const width of [390, 640]) {
    const narrow = await newVisitor({ width })
    await narrow.signIn('internal.user')
    const topOf = async (name: string) =>
      (await narrow.page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN
    await narrow.page.getByRole('region', { name: 'Operational', exact: true }).waitFor()
    const tops = [await topOf('Operational'), await topOf('Applications'), await topOf('Announcements')]
    expect(tops.toSorted((one, other) => one - other)).toEqual(tops)
    narrow.expectCleanConsole()
  }
})

test('with forced colors a switch that is on differs from one that is off', async () => {
  const { page } = visitor
  await page.emulateMedia({ forcedColors: 'active' })
  await visitor.visit('/content-authenticated/home')
  const isOn = page.getByRole('switch', { name: 'Favorites only' })
  const colors = () =>
    isOn.evaluate((input) => {
      const track = input.nextElementSibling
      return [track, track?.firstElementChild].map((part) => part && getComputedStyle(part).backgroundColor)
    })
  const off = await colors()
  await isOn.check({ force: true })
  const on = await colors()
  expect(off[0]).not.toBe(off[1])
  expect(on[0]).not.toBe(on[1])
  expect(on[0]).not.toBe(off[0])
  await isOn.uncheck({ force: true })
  await page.emulateMedia({ forcedColors: 'none' })
  visitor.expectCleanConsole()
})

test('the header shrinks after 75 pixels, and the page below it stays where it is (UIGN-007)', async () => {
  const narrow = await newVisitor({ width: 360 })
  await narrow.page.emulateMedia({ reducedMotion: 'no-preference' })
  await narrow.signIn('internal.user')
  const height = () => narrow.page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height)
  expect(await height()).toBe(64)
  await narrow.page.mouse.wheel(0, 60)
  await expect.poll(() => narrow.page.evaluate(() => scrollY)).toBe(60)
  expect(await height()).toBe(64)
  const shrunk = await narrow.page.evaluate(async () => {
    const [header, main] = [document.querySelector('header'), document.querySelector('main')]
    const found: number[] = []
    scrollTo(0, 120)
    const headerHeight = () => header?.getBoundingClientRect().height
    for (let frame = 0; frame < 300 && headerHeight() !== 48; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      found.push(Math.round((main?.getBoundingClientRect().top ?? Number.NaN) + scrollY))
    }
    return { height: headerHeight(), places: [...new Set(found)] }
  })
  expect(shrunk.height).toBe(48)
  expect(shrunk.places).toHaveLength(1)
})

test('with the keyboard alone a user signs in, marks a favorite, opens an application and signs out', async () => {
  const keys = await newVisitor()
  const { page } = keys
  const press = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }
  const focused = () =>
    page.evaluate(() => {
      const element = document.querySelector(':focus')
      return element?.ariaLabel ?? element?.textContent ?? ''
    })
  const focusOn = async (pattern: RegExp) => {
    for (let n = 0; n < 80; n++) {
      if (pattern.test(await focused())) return
      await press('Tab')
    }
    throw new Error(`Tab never reached ${String(pattern)}`)
  }
  await keys.visit('/login')
  await keys.typeInto(page.getByLabel('User ID'), 'client.admin')
  await press('Tab')
  await page.keyboard.type('Welcome-to-Portico-1')
  await press('Enter')
  // An earlier journey may have left this user signed in elsewhere.
  const home = page.getByRole('heading', { name: 'Applications' })
  await home
    .or(page.getByRole('button', { name: 'Continue here' }))
    .first()
    .waitFor()
  if (!(await home.isVisible())) {
    await focusOn(/Continue here/)
    await press('Enter')
  }
  await home.waitFor()
  await focusOn(/Skip to content/)
  await press('Enter')
  await focusOn(/favorite/i)
  await press('Enter')
  await focusOn(/Account menu/)
  await press('Enter')
  // The menu takes the focus once it is open.
  await page.getByRole('menu').locator(':focus').or(page.locator('[role=menu]:focus')).first().waitFor()
  // Backward over the choices of appearance, which come last.
  for (const _ of ['Dark', 'Light', 'System', 'Sign out']) await press('ArrowUp')
  await expect.poll(focused).toMatch(/Sign out/)
  await press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('users of one client do not see another client’s announcement (ANNC-013)', async () => {
  const other = await newVisitor()
  await other.signIn('other.user')
  await visitor.page.bringToFront()
  const titles = async (reader: Visitor) => {
    await reader.page
      .getByRole('button', { name: /All announcements/ })
      .first()
      .click()
    const titlesShown = reader.page.getByRole('dialog').getByRole('heading', { level: 3 })
    await titlesShown.first().waitFor()
    const found = await titlesShown.allInnerTexts()
    await reader.escape()
    return found
  }
  const [first, second] = [await titles(visitor), await titles(other)]
  expect(first.some((title) => !second.includes(title))).toBe(true)
  await other.signOut()
})

test.each([
  [1280, false],
  [1280, true],
  [360, false],
  [360, true],
])('sign-in, home and not-found are accessible and fit at %d px, dark %s', async (width, dark) => {
  const reader = await newVisitor({ width, dark })
  await reader.visit('/login')
  await reader.page.getByLabel('User ID').waitFor()
  await reader.expectAccessible()
  await reader.signIn('internal.user')
  await reader.expectAccessible()
  await reader.expectNoHorizontalScroll()
  await reader.visit('/nowhere')
  await reader.page.getByText('Page not found').first().waitFor()
  await reader.expectAccessible()
  reader.expectCleanConsole(/404/)
  await reader.visit('/content-authenticated/home')
  await reader.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await reader.signOut()
})

test('home, settings and library fit on a phone at twice the font size, and nothing overlaps', async () => {
  const reader = await newVisitor({ width: 360 })
  await reader.signIn('external.user')
  await reader.doubleFontSize()
  const letters = () => reader.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(letters).toBe('32px')
  await reader.expectNoHorizontalScroll()
  const choices = await reader.page.getByRole('radiogroup').getByRole('radio').all()
  const places = await Promise.all(choices.map((choice) => choice.boundingBox()))
  expect(new Set(places.map((place) => place?.y)).size).toBe(3)
  for (const page of ['account-settings', 'document-library', 'document-library?tab=shared']) {
    await reader.visit(`/content-authenticated/${page}`)
    await reader.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await reader.expectNoHorizontalScroll()
  }
  await reader.visit('/content-authenticated/home')
  await reader.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await reader.signOut()
})
