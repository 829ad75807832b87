import { readdirSync } from 'node:fs'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { setFavorite } from '@portico/contract/home/home.ts'
import { inRoot } from '../../tools/lib/runtime.mjs'
import { openBrowser } from '../page-visits.ts'
import { CannotHere, type Experiment, fact, none, within } from './experiment.ts'
import { PASSWORD } from './load.ts'
import { runTests } from './tests.ts'
import { startWorld, type World } from './world.ts'

const NEXT = 'next-'
const NAME = /[\w-][\w.-]*\.(?:js|css|woff2|svg|png|webp)\b/g
/** A busy machine is late, and nothing more. */
const WAIT_MS = 60_000

/**
 * From now on the browser gets a build whose files have other names, and none of the names that it knows.
 * @returns what it asked for in vain
 */
async function replaceBuild(context: BrowserContext): Promise<string[]> {
  const built = new Set(readdirSync(inRoot('web', 'dist', 'assets')))
  const missed: string[] = []
  const renamed = (text: string) => text.replaceAll(NAME, (name) => (built.has(name) ? `${NEXT}${name}` : name))
  const answer = async (route: Route) => {
    const response = await route.fetch({ url: route.request().url().replace(NEXT, '') })
    const isText = /html|javascript|css/.test(response.headers()['content-type'] ?? '')
    await (isText ? route.fulfill({ response, body: renamed(await response.text()) }) : route.fulfill({ response }))
  }
  await context.route('**/assets/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith(`/assets/${NEXT}`)) return answer(route)
    missed.push(pathname)
    return route.fulfill({ status: 404 })
  })
  await context.route(
    (url) => !url.pathname.startsWith('/assets/'),
    (route) => (route.request().isNavigationRequest() ? answer(route) : route.fallback()),
  )
  return missed
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('User ID').fill('portal.admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
}

/** Changes something on the page that is open; the status of the answer. */
async function markFavorite(page: Page): Promise<number> {
  const address = new RegExp(`${setFavorite.path.replaceAll(/\{\w+\}/g, String.raw`\d+`)}$`)
  const answered = page.waitForResponse((response) => address.test(new URL(response.url()).pathname))
  await page
    .getByRole('button', { name: /favorite/i, pressed: false })
    .first()
    .press('Enter')
  return (await answered).status()
}

const startOf = (page: Page) => page.evaluate(() => performance.timeOrigin)

/** Calls that failed, by their status and address. */
function watchCalls(page: Page): string[] {
  const failed: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && !pathname.startsWith('/assets/')) failed.push(`${response.status()} ${pathname}`)
  })
  return failed
}

async function newBuildIn(world: World, context: BrowserContext) {
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await signIn(page, world.origin)
  const before = await startOf(page)
  await world.a.stop()
  const missed = await replaceBuild(context)
  await world.a.start()
  const failed = watchCalls(page)
  const favorite = await markFavorite(page)
  // A page of the former build that is not loaded says so.
  const main = page.getByRole('navigation', { name: 'Main' })
  const began = performance.now()
  await main.getByRole('link', { name: 'Contact us' }).press('Enter')
  const offered = page.getByRole('button', { name: 'Try again' })
  await offered.waitFor()
  const offeredMs = performance.now() - began
  const isKept = (await startOf(page)) === before
  const missedByOpen = missed.length
  await offered.press('Enter')
  await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
  const isNew = (await startOf(page)) !== before
  await main.getByRole('link', { name: 'Home' }).press('Enter')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  return {
    findings: [
      none('changes on the open page that failed after the restart', favorite === 200 ? 0 : 1),
      fact('files of the former build that the open page missed', missedByOpen),
      none('open pages that were loaded anew by themselves', isKept ? 0 : 1),
      within('until the page offers to load the new build', offeredMs, 5_000),
      none('users who do not get the new build then, or have to sign in', isNew ? 0 : 1),
      none('files of the former build that the new one asks for', missed.length - missedByOpen),
      none('calls that failed', failed.length),
    ],
    notes: [...failed, ...missed.slice(missedByOpen)],
  }
}

export const newBuild: Experiment = {
  id: 'R24',
  title: 'A new build while pages are open',
  run: async ({ cluster }) => {
    const browser = await openBrowser()
    if (!browser) throw new CannotHere('there is no Chromium')
    try {
      const world = await startWorld(cluster, { isSingle: true })
      try {
        const seen = await newBuildIn(world, await browser.newContext())
        const files = ['web/src/api/build-version.test.ts', 'web/src/shell/missing-dialog.test.tsx']
        const tests = await runTests({ project: 'web', files })
        return {
          findings: [...seen.findings, ...tests.findings],
          notes: [
            'the files of the new build are those of this one under other names',
            ...seen.notes,
            ...(tests.notes ?? []),
          ],
        }
      } finally {
        await world.close()
      }
    } finally {
      await browser.close()
    }
  },
}
