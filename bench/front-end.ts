import { readdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { inRoot } from '../tools/lib/runtime.mjs'
import { sizeLimits } from '../tools/lib/size-limits.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { userNameOf } from './load-data.ts'
import { gzipKiB, openBrowser, signInOn, visitHome, visitSignIn, type Visit } from './page-visits.ts'
import { portalEnvironment, startPortal } from './servers.ts'

/** Goal 14: bytes that a browser loads before the sign-in page and the home page can be used. */
export async function frontEnd(bench: Bench): Promise<Partial<Report>> {
  const browser = await openBrowser()
  if (!browser) return { left: ['front-end: there is no Chrome or Chromium here'] }
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const { login, home } = await visitPages(browser, portal.origin)
    if (process.env['BENCH_SHOW_REQUESTS']) process.stderr.write(`${login.paths.join('\n')}\n`)
    return {
      figures: [
        sizeFigure('JavaScript of the sign-in page, gzip', login.scriptKiB, sizeLimits.signIn, 150),
        sizeFigure('JavaScript of the home page, gzip', home.scriptKiB, sizeLimits.home, 190),
        sizeFigure('JavaScript of all pages, gzip', gzipKiB(scripts(/^(?!RichTextEditor)/)), sizeLimits.allPages, 450),
        sizeFigure(
          'JavaScript of the text editor, gzip',
          gzipKiB(scripts(/^RichTextEditor/)),
          sizeLimits.textEditor,
          66,
        ),
        {
          goal: '14',
          name: 'requests until the sign-in page can be used',
          value: login.requestsUntilUsable,
          unit: '',
          must: 10,
          aim: 10,
          sense: 'at most',
          note: `${login.requests} until the network was quiet; home page ${home.requestsUntilUsable} and ${home.requests}`,
        },
      ],
    }
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function visitPages(browser: Browser, origin: string): Promise<{ login: Visit; home: Visit }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
  const login = await visitSignIn(page, origin)
  await signInOn(page, userNameOf(7_001))
  return { login, home: await visitHome(page, origin) }
}

const scripts = (names: RegExp) =>
  readdirSync(inRoot('web', 'dist', 'assets'))
    .filter((name) => name.endsWith('.js') && names.test(name))
    .map((name) => `assets/${name}`)

function sizeFigure(name: string, value: number, must: number, aim: number): Figure {
  return { goal: '14', name, value, unit: 'KiB', must, aim, sense: 'at most' }
}
