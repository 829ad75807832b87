import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterEach } from 'vitest'
import { openContexts } from './visitor.ts'

/** Where a failed journey leaves its pictures and traces; `npx playwright show-trace FILE` opens a trace. */
const FOLDER = path.resolve(import.meta.dirname, '../.cache/failed-journeys')

const fileName = (text: string) => text.replaceAll(/[^\w]+/g, '-').slice(0, 80)

/** A screenshot of every page and a trace of every visitor since the test began. */
async function keepRecords(context: BrowserContext, file: string): Promise<void> {
  for (const [number, page] of context.pages().entries())
    // A page that hangs must not hide why the test failed.
    await page.screenshot({ path: `${file}-page-${number + 1}.png`, timeout: 10_000 }).catch(() => undefined)
  await context.tracing.stopChunk({ path: `${file}-trace.zip` })
}

afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === 'fail'
  if (hasFailed) mkdirSync(FOLDER, { recursive: true })
  for (const [number, context] of openContexts().entries()) {
    const file = path.join(FOLDER, `${fileName(`${task.file.name} ${task.name}`)}-${number + 1}`)
    await (hasFailed ? keepRecords(context, file) : context.tracing.stopChunk())
    await context.tracing.startChunk()
  }
  if (hasFailed) console.error(`Screenshots and traces of the failed journey are in ${FOLDER}.`)
})
