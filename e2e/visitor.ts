import assert from 'node:assert/strict'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { logout } from '@portico/contract/session.ts'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
  type Response,
} from 'playwright-core'
import { inject } from 'vitest'
import { browserArguments, findBrowser } from '../tools/lib/browser.mjs'

/** The portal of our lane: what the files of the other one do to theirs is not seen here. */
export function origin(): string {
  const found = inject('origins')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (found === undefined) throw new Error('There are more lanes than portals')
  return found
}

/** Password of every demo account. */
export const PASSWORD = 'Welcome-to-Portico-1'

/** For whatever a visitor waits for: it costs only where it fails. */
const PATIENCE_MS = 60_000

export interface VisitorOptions {
  width?: number
  dark?: boolean
  /** True where a service of the journey has a certificate that it made itself. */
  trustsEverybody?: boolean
}

/** A person in front of a browser. Notes whatever the browser complains about. */
export class Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[] = []

  constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
    page.on('pageerror', (error) => this.complaints.push(`error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.complaints.push(`${message.type()}: ${message.text()}`)
    })
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(origin() + path)
  }

  async fillSignIn(userName: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('User ID').fill(userName)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Login' }).click()
  }

  /** Signs in and arrives at home, whoever of an earlier journey is still signed in. */
  async signIn(userName: string): Promise<void> {
    await this.visit('/login')
    await this.fillSignIn(userName)
    await this.arrive()
  }

  /** Is at home once the credentials are given, whoever of an earlier journey is still signed in. */
  async arrive(): Promise<void> {
    const home = this.page.getByRole('heading', { name: 'Applications' })
    const goOn = this.page.getByRole('button', { name: 'Continue here' })
    await home.or(goOn).first().waitFor()
    if (await goOn.isVisible()) await goOn.click()
    await home.waitFor()
  }

  /** Nobody has to scroll sideways. */
  async expectFits(): Promise<void> {
    const beside = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(beside <= 0, `${beside} px of ${this.page.url()} lie beside the window`)
  }

  /** As after choosing letters of twice the usual size in the settings of the browser. */
  async doubleLetters(): Promise<void> {
    const settings = await this.context.newCDPSession(this.page)
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  }

  /** The tiles as the person sees them, in their order. */
  tiles(): Locator {
    return this.page.getByRole('list', { name: 'Applications' }).getByRole('listitem')
  }

  /** Names of the tiles, top to bottom. */
  tileNames(): Promise<string[]> {
    return this.tiles()
      .getByRole('button', { name: /^(?!Favorite )/ })
      .allInnerTexts()
  }

  /** Signs out, here and at the server: the page does not wait for that, whoever signs in elsewhere next has to. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Account menu' }).click()
    await Promise.all([
      this.answerOf(logout),
      this.page.getByRole('menuitem', { name: 'Sign out' }).click(),
      this.page.getByRole('heading', { name: 'Sign in' }).waitFor(),
    ])
  }

  /** The server's answer to the next call of this kind, or null where none came: begun before what asks. */
  async answerOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Promise<Response | null> {
    const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    const isMeant = (request: Request) => request.method() === method && address.test(new URL(request.url()).pathname)
    return (await this.page.waitForRequest(isMeant)).response()
  }

  /** These words come into sight, however briefly: begun before what brings them, as the page itself has to look. */
  seesWords(words: string): Promise<void> {
    return this.page.evaluate(
      (wanted) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!document.body.innerText.includes(wanted)) return
            observer.disconnect()
            resolve()
          })
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
      words,
    )
  }

  /** Types where the page has put the cursor, once it stands there. */
  async typeInto(field: Locator, text: string): Promise<void> {
    await field.and(this.page.locator(':focus')).waitFor()
    await this.page.keyboard.type(text)
  }

  /** Closes the window over the page by keyboard, once it has the focus. */
  async escape(): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await dialog
      .locator(':focus')
      .or(dialog.and(this.page.locator(':focus')))
      .first()
      .waitFor()
    await this.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }

  /** No rule of WCAG 2.2 AA is broken as far as axe can see. */
  async expectAccessible(): Promise<void> {
    await this.stillness()
    const { violations } = await new AxeBuilder({ page: this.page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    assert.deepEqual(found, [])
  }

  /** Nothing fades or moves any more: what is half in sight has half its contrast. */
  private async stillness(): Promise<void> {
    await this.page.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      const ended = Promise.allSettled(ending.map(({ finished }) => finished))
      // A page behind another one may stand still for good.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
    })
  }

  /** Nothing refused by the content security policy, no error, no warning; `except` names what the journey provokes. */
  expectNoComplaints(except?: RegExp): void {
    const unexpected = this.complaints.filter((complaint) => !except?.test(complaint))
    assert.deepEqual(unexpected, [])
  }
}

let browser: Browser | undefined

/** One browser program for a file of journeys. */
export async function openBrowser(): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chrome or Chromium here')
  browser = await chromium.launch({ executablePath, args: browserArguments, timeout: 3 * PATIENCE_MS })
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
}

/** Somebody who has never been here: no cookies, nothing stored. */
export async function newVisitor({
  width = 1280,
  dark = false,
  trustsEverybody = false,
}: VisitorOptions = {}): Promise<Visitor> {
  if (!browser) throw new Error('The browser is not open')
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 860 },
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    ignoreHTTPSErrors: trustsEverybody,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return new Visitor(context, await context.newPage())
}
