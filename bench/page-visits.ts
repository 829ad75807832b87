import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { browserArguments, findBrowser } from '../tools/lib/browser.mjs'
import { inRoot } from '../tools/lib/runtime.mjs'
import { PASSWORD } from './load-data.ts'

/** Files and requests that a browser loaded for one page. */
export interface Visit {
  /** Requests until the page could be used, and until none followed. */
  requestsUntilUsable: number
  requests: number
  /** Where they went, in their order. */
  paths: readonly string[]
  /** Scripts that were really loaded, gzip, KiB. */
  scriptKiB: number
}

export const HOME = '/content-authenticated/home'
const dist = inRoot('web', 'dist')

/** Gzip size in KiB of files of the built front end, as a server without better would send them. */
export function gzipKiB(files: Iterable<string>): number {
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** A real browser, or undefined where there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = findBrowser()
  return executablePath === undefined ? undefined : chromium.launch({ executablePath, args: browserArguments })
}

/** A browser that another program can control too; its tabs share one user. */
export async function openSharedBrowser(debuggingPort: number): Promise<BrowserContext | undefined> {
  const executablePath = findBrowser()
  if (executablePath === undefined) return undefined
  const args = [...browserArguments, `--remote-debugging-port=${debuggingPort}`]
  return chromium.launchPersistentContext('', { executablePath, args })
}

/** Opens the sign-in page as a first-time visitor. */
export function visitSignIn(page: Page, origin: string): Promise<Visit> {
  return watch(page, async () => {
    await page.goto(`${origin}/login`)
    await page.getByLabel('User ID').waitFor()
  })
}

export async function signInOn(page: Page, userName: string): Promise<void> {
  await page.getByLabel('User ID').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await untilSilent(page)
}

/** Loads the home page anew in a tab that is signed in and has been there before. */
export function visitHome(page: Page, origin: string): Promise<Visit> {
  return watch(page, async () => {
    await page.goto('about:blank')
    await page.goto(`${origin}${HOME}`)
    await page.getByRole('list', { name: 'Applications' }).waitFor()
  })
}

/** Waits until the page has sent no request for a second. */
async function untilSilent(page: Page): Promise<void> {
  let last = performance.now()
  const note = () => void (last = performance.now())
  page.on('request', note)
  while (performance.now() - last < 1_000) await delay(100)
  page.off('request', note)
}

async function watch(page: Page, untilUsable: () => Promise<void>): Promise<Visit> {
  const urls: string[] = []
  const note = (request: Request) => void (/^https?:/.test(request.url()) && urls.push(request.url()))
  page.on('request', note)
  await untilUsable()
  const requestsUntilUsable = urls.length
  await untilSilent(page)
  page.off('request', note)
  const paths = urls.map((url) => new URL(url).pathname)
  const scripts = new Set(paths.filter((name) => /^\/assets\/.*\.js$/.test(name)))
  return {
    requestsUntilUsable,
    requests: urls.length,
    paths,
    scriptKiB: gzipKiB([...scripts].map((name) => name.slice(1))),
  }
}
