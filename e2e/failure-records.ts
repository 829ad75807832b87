import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { lastPrinted } from './server.ts'
import { openContexts, RECORDS_TRACES } from './visitor.ts'

/** Where a failed journey leaves its pictures and traces; `npx playwright show-trace FILE` opens a trace. */
const FOLDER = path.resolve(import.meta.dirname, '../.cache/failed-journeys')

const fileName = (text: string) => text.replaceAll(/[^\w]+/g, '-').slice(0, 80)

/** A screenshot and the content of every page, and where traces are recorded the one of every visitor since the test began. */
async function keepRecords(context: BrowserContext, file: string): Promise<void> {
  for (const [number, page] of context.pages().entries()) {
    const name = `${file}-page-${number + 1}`
    // A page that hangs must not hide why the test failed.
    await page.screenshot({ path: `${name}.png`, timeout: 10_000 }).catch(() => undefined)
    await contentOf(page)
      .then((html) => writeFile(`${name}.html`, html))
      .catch(() => undefined)
  }
  if (RECORDS_TRACES) await context.tracing.stopChunk({ path: `${file}-trace.zip` })
}

/** The logs of the portals that were started last; their warnings are shown at once. */
async function keepPrinted(file: string): Promise<void> {
  for (const [number, printed] of lastPrinted.entries()) {
    await writeFile(`${file}-portal-${number + 1}.log`, printed())
    const warnings = printed()
      .split('\n')
      .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))
    for (const line of warnings.slice(-5)) console.error(line.slice(0, 500))
  }
}

const contentOf = (page: Page): Promise<string> =>
  page.locator(':root').evaluate((root) => root.outerHTML, undefined, { timeout: 10_000 })

afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === 'fail'
  if (hasFailed) mkdirSync(FOLDER, { recursive: true })
  for (const [number, context] of openContexts().entries()) {
    const file = path.join(FOLDER, `${fileName(`${task.file.name} ${task.name}`)}-${number + 1}`)
    if (hasFailed) await keepRecords(context, file)
    else if (RECORDS_TRACES) await context.tracing.stopChunk()
    if (RECORDS_TRACES) await context.tracing.startChunk()
  }
  if (!hasFailed) return
  await keepPrinted(path.join(FOLDER, fileName(`${task.file.name} ${task.name}`)))
  console.error(`Screenshots and logs of the failed journey are in ${FOLDER}.`)
})
