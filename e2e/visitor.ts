import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { logout } from '@portico/contract/session/session.ts'
import type axe from 'axe-core'
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

/** Origin of this worker's portal; files of the other worker cannot change its data. */
export function origin(): string {
  const found = inject('origins')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (found === undefined) throw new Error('There are more lanes than portals')
  return found
}

/** Password of every demo account. */
export const PASSWORD = 'Welcome-to-Portico-1'

/** Long, because only a failing wait takes the whole time. */
const TIMEOUT_MS = 60_000

export interface VisitorOptions {
  width?: number
  dark?: boolean
  /** The language that the browser asks for. */
  locale?: string
  /** True where a service of the journey uses a self-signed certificate. */
  ignoresCertificateErrors?: boolean
  /** Where the portal is, if not this worker's own, whose accounts earlier journeys may have changed. */
  portalOrigin?: string
}

/** A user with a browser. Records console errors and warnings. */
export class Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly consoleMessages: string[] = []
  private readonly portalOrigin: string

  constructor(context: BrowserContext, page: Page, portalOrigin: string) {
    this.context = context
    this.page = page
    this.portalOrigin = portalOrigin
    page.on('pageerror', (error) => this.consoleMessages.push(`error: ${error.message}`))
    page.on('console', (message) => {
      // The browser warns of a preloaded style sheet that a slow machine is late to use.
      if (message.text().includes('was preloaded using link preload but not used')) return
      if (message.type() === 'error' || message.type() === 'warning')
        this.consoleMessages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(this.portalOrigin + path)
  }

  async fillSignIn(userName: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('User ID').fill(userName)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Login' }).click()
  }

  /** Signs in and reaches home, even if an earlier journey is still signed in. */
  async signIn(userName: string, password = PASSWORD): Promise<void> {
    await this.visit('/login')
    await this.fillSignIn(userName, password)
    await this.waitForHome()
  }

  /** Waits for home after the credentials were submitted; confirms ending another session. */
  async waitForHome(): Promise<void> {
    const home = this.page.getByRole('heading', { name: 'Applications' })
    const continueHere = this.page.getByRole('button', { name: 'Continue here' })
    await home.or(continueHere).first().waitFor()
    if (await continueHere.isVisible()) await continueHere.click()
    await home.waitFor()
  }

  /** Waits until everything on the page has loaded: its data, pictures and fonts. */
  async waitForContent(): Promise<void> {
    await this.page.waitForLoadState('load')
    await this.page.waitForFunction(
      () =>
        document.querySelector('[aria-busy="true"]') === null &&
        [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
        document.fonts.status === 'loaded',
    )
  }

  /** Asserts that the page fits the window's width. */
  async expectNoHorizontalScroll(): Promise<void> {
    const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(overflow <= 0, `${overflow} px of ${this.page.url()} lie beside the window`)
  }

  /** Doubles the browser's default font size. */
  async doubleFontSize(): Promise<void> {
    const settings = await this.context.newCDPSession(this.page)
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  }

  /** The tiles in display order. */
  tiles(): Locator {
    return this.page.getByRole('list', { name: 'Applications' }).getByRole('listitem')
  }

  /** Names of the tiles, top to bottom. */
  tileNames(): Promise<string[]> {
    return this.tiles()
      .getByRole('button', { name: /^(?!Favorite )/ })
      .allInnerTexts()
  }

  /** Presses an action for the selected rows, in their bar or in the menu of those that have no room there. */
  async actOnSelected(action: string): Promise<void> {
    const bar = this.page.getByRole('group', { name: 'Actions for the selected rows' })
    await bar.waitFor()
    const button = bar.getByRole('button', { name: action, exact: true })
    if (await button.isVisible()) return button.press('Enter')
    await bar.getByRole('button', { name: /^(Actions|More actions)$/ }).press('Enter')
    return bar.getByRole('menuitem', { name: action, exact: true }).press('Enter')
  }

  /** Signs out and waits for the server too: the page does not wait for it, but the next sign-in must. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Account menu' }).click()
    await Promise.all([this.responseTo(logout), this.page.getByRole('menuitem', { name: 'Sign out' }).click()])
    // Where applications were opened, the receipt comes first.
    const signIn = this.page.getByRole('heading', { name: 'Sign in' })
    const again = this.page.getByRole('link', { name: 'Sign in again' })
    await signIn.or(again).first().waitFor()
    if (await again.isVisible()) await again.click()
    await signIn.waitFor()
  }

  /** The response to the next such request, or null if there was none. Call before the action that sends it. */
  async responseTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Promise<Response | null> {
    const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    const isExpected = (request: Request) =>
      request.method() === method && address.test(new URL(request.url()).pathname)
    return (await this.page.waitForRequest(isExpected)).response()
  }

  /**
   * Resolves once the text was visible, however briefly. Call before the action that shows it: the page itself
   * observes. Fails where it does not come in time.
   */
  waitForText(text: string): Promise<void> {
    return this.page.evaluate(
      ([expected, timeoutMs]) =>
        new Promise<void>((resolve, reject) => {
          const observer = new MutationObserver(() => {
            if (!document.body.innerText.includes(expected)) return
            observer.disconnect()
            resolve()
          })
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          // Once the text was there, this does nothing.
          setTimeout(() => reject(new Error(`“${expected}” did not appear`)), timeoutMs)
        }),
      [text, TIMEOUT_MS] as const,
    )
  }

  /** Types into the field once the page has focused it. */
  async typeInto(field: Locator, text: string): Promise<void> {
    await field.and(this.page.locator(':focus')).waitFor()
    await this.page.keyboard.type(text)
  }

  /** Chooses what a text finds, once the list has become what matches it. */
  async choose(
    part: Page | Locator,
    { field, text, option }: Record<'field' | 'text', string> & { option: string | RegExp },
  ): Promise<void> {
    await part.getByRole('combobox', { name: field }).fill(text)
    await part.locator('[role="listbox"][aria-busy="false"]').getByRole('option', { name: option }).first().click()
  }

  /** Closes the dialog by keyboard, once it has the focus. */
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

  /** Asserts that axe finds no violation of WCAG 2.2 AA, in the whole page or the part with this selector. */
  async expectAccessible(part?: string): Promise<void> {
    // A page keeps axe until it is left.
    for (const frame of this.page.frames())
      if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axeSource)
    const found = await this.violations(part)
    // A transition may have begun in the meantime: what is still there after it is wrong.
    assert.deepEqual(found.length > 0 ? await this.violations(part) : [], [])
  }

  private async violations(part: string | undefined): Promise<string[]> {
    await this.waitForAnimations()
    return this.page.evaluate(async (selector) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    }, part)
  }

  /** Waits until animations have ended: half-transparent content has less contrast. */
  private async waitForAnimations(): Promise<void> {
    await this.page.evaluate(async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const ended = async () => {
        // What has just been rendered begins its transition in the frame after.
        await nextFrame()
        await nextFrame()
        const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        await Promise.allSettled(ending.map(({ finished }) => finished))
      }
      // Animations of a page that is covered may never finish.
      await Promise.race([ended(), new Promise((resolve) => setTimeout(resolve, 2_000))])
    })
  }

  /** Asserts no CSP violation, error or warning; `except` matches those that the journey provokes. */
  expectCleanConsole(except?: RegExp): void {
    const unexpected = this.consoleMessages.filter((message) => !except?.test(message.split(' (http', 1)[0] ?? ''))
    assert.deepEqual(unexpected, [])
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Pages live for seconds here: optimizing their code takes a third more CPU than it saves. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16'

/** Whether a failed journey leaves a trace of its steps with the page before and after each; costs a sixth more CPU. */
export const RECORDS_TRACES = process.env['TEST_TRACES'] === 'on'

let browser: Browser | undefined

/** Every open browser context, from which the report of a failed test is taken. */
export const openContexts = (): readonly BrowserContext[] => browser?.contexts() ?? []

/** Starts the browser of this process, which the files that it runs share. */
export async function openBrowser(): Promise<void> {
  if (browser?.isConnected()) return
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chrome or Chromium here')
  // It ends with the process, which otherwise would go on after the signal to end.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false }
  browser = await chromium.launch({
    executablePath,
    args: [...browserArguments, withoutOptimizing],
    timeout: 3 * TIMEOUT_MS,
    ...signals,
  })
}

/** Closes the windows of a file; the browser itself ends with the process. */
export async function closeBrowser(): Promise<void> {
  await Promise.all(openContexts().map((context) => context.close()))
}

/** A new visitor: no cookies, no stored data. */
export async function newVisitor({
  width = 1280,
  dark = false,
  locale = 'en-US',
  ignoresCertificateErrors = false,
  portalOrigin = origin(),
}: VisitorOptions = {}): Promise<Visitor> {
  if (!browser) throw new Error('The browser is not open')
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 860 },
    colorScheme: dark ? 'dark' : 'light',
    // Drawing what moves takes a third of the browser's processor time. A journey that looks at it asks for it.
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
    locale,
    ignoreHTTPSErrors: ignoresCertificateErrors,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  if (RECORDS_TRACES) await context.tracing.start({ snapshots: true })
  return new Visitor(context, await context.newPage(), portalOrigin)
}
