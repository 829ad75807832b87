import type { Page } from 'playwright-core'
import type { Bench, Figure, Report } from './figures.ts'
import { median, percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, userNameOf } from './load-data.ts'
import { watchForeign } from './machine.ts'
import { openBrowser, signInOn, visitSignIn } from './page-visits.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

/** An internal user without an open session. */
const ADMINISTRATOR = 7_020
const SCREEN = '/content-authenticated/database-maintenance/static-settings'
/** The first actions in a page are slower: its parts load, and the code is not compiled yet. */
const WARM_UP = 5

/** A category of the screen. */
interface Category {
  /** Part of the name of its figure. */
  size: string
  path: string
  entry: string
  /** Label of the field that names an entry. */
  field: string
}

const departments: Category = { size: '1,000 departments', path: 'departments', entry: 'department', field: 'Name' }
const categories: readonly Category[] = [
  departments,
  { size: '100 SMS carriers', path: 'sms-carriers', entry: 'SMS carrier', field: 'Name' },
  {
    size: '6 security questions',
    path: 'db-secure-questions',
    entry: 'security question',
    field: 'Question',
  },
]

/**
 * Static settings in a browser: how long a saved, added or deleted entry takes until the table shows it, by the clock of
 * the page.
 */
export async function referenceData(bench: Bench): Promise<Partial<Report>> {
  const browser = await openBrowser()
  if (!browser) return { left: ['reference-data: there is no Chrome or Chromium here'] }
  const data = await bench.data(10_000)
  await makeAdministrator(data, ['Database Maintenance'], ADMINISTRATOR)
  await loadEntries(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const repeats = bench.isQuick ? 10 : 30
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
    await visitSignIn(page, portal.origin)
    await signInOn(page, userNameOf(ADMINISTRATOR))
    const figures: Figure[] = []
    for (const category of categories) {
      await page.goto(`${portal.origin}${SCREEN}?category=${category.path}`)
      figures.push(await measureChanges(page, category, repeats))
      if (category === departments) figures.push(...(await measureAdditions(page, category, repeats)))
    }
    return { figures }
  } finally {
    await browser.close()
    await portal.stop()
  }
}

/** 1,000 departments and 100 carriers; the 6 security questions are those that the portal is shipped with. */
const loadEntries = ({ url }: BenchData): Promise<void> =>
  onDatabase(url, async (client) => {
    // The departments of the data have ids that their sequence does not know.
    await client.query(`select setval(pg_get_serial_sequence('departments', 'id'), (select max(id) from departments))`)
    await client.query(
      `insert into departments (name)
       select 'Further department ' || n from generate_series(1, 1000 - (select count(*)::int from departments)) n`,
    )
    await client.query(
      `insert into sms_carriers (name, email_domain)
       select 'Carrier ' || n, 'carrier-' || n || '.example.test' from generate_series(1, 100) n`,
    )
    await client.query('vacuum analyze departments, sms_carriers')
  })

/** The name of the first entry changes again and again. */
async function measureChanges(page: Page, { size, entry, field }: Category, repeats: number): Promise<Figure> {
  const first = page.locator('main tbody th').first()
  await first.waitFor()
  const name = await first.innerText()
  const dialog = page.getByRole('dialog')
  const foreign = watchForeign()
  const times: number[] = []
  let before = name
  for (let at = 0; at < WARM_UP + repeats; at++) {
    const next = `${name} ${at}`
    await openDialog(page, before, 'Edit')
    await dialog.getByLabel(field, { exact: true }).fill(next)
    times.push(await timeUntil(page, { text: next, isShown: true }, `Save ${entry}`))
    await closeDialog(page)
    before = next
  }
  return figure(`saving one of ${size}`, times, foreign())
}

/** Entries are added and deleted again. */
async function measureAdditions(page: Page, { size, entry, field }: Category, repeats: number): Promise<Figure[]> {
  const dialog = page.getByRole('dialog')
  const foreign = watchForeign()
  const additions: number[] = []
  const deletions: number[] = []
  for (let at = 0; at < WARM_UP + repeats; at++) {
    // The first one in the order of the list.
    const text = `A department ${at}`
    await page.getByRole('button', { name: `Add ${entry}` }).press('Enter')
    await dialog.getByLabel(field, { exact: true }).fill(text)
    additions.push(await timeUntil(page, { text, isShown: true }, `Save ${entry}`))
    await closeDialog(page)
    await openDialog(page, text, 'Delete')
    await dialog.getByText('Nothing uses it.').waitFor()
    deletions.push(await timeUntil(page, { text, isShown: false }, `Delete ${entry}`))
    await closeDialog(page)
  }
  const share = foreign()
  return [figure(`adding one to ${size}`, additions, share), figure(`deleting one of ${size}`, deletions, share)]
}

async function openDialog(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
  await page.getByRole('dialog').waitFor()
}

/** Without the time that a dialog with a success stays open. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

interface Expected {
  text: string
  /** False: no row has the text any longer. */
  isShown: boolean
}

/** Milliseconds from the click on a button of the dialog to the frame in which the table is as expected. */
async function timeUntil(page: Page, expected: Expected, button: string): Promise<number> {
  const timing = await page.evaluateHandle(watchTable, expected)
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  const ms = await timing.evaluate(({ shown }) => shown)
  await timing.dispose()
  return ms
}

/** Runs in the page. In an object, because the caller would wait for a promise itself. */
function watchTable({ text, isShown }: Expected): { shown: Promise<number> } {
  let clickedAt: number | undefined
  addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true })
  const isAsExpected = () => {
    const names = [...document.querySelectorAll('main tbody th')].map(({ textContent }) => textContent)
    return clickedAt !== undefined && names.length > 0 && names.includes(text) === isShown
  }
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isAsExpected()) return
      observer.disconnect()
      const channel = new MessageChannel()
      // The message arrives once the frame is drawn.
      channel.port1.onmessage = () => resolve(performance.now() - (clickedAt ?? 0))
      requestAnimationFrame(() => channel.port2.postMessage(null))
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return { shown }
}

function figure(name: string, times: readonly number[], foreign: number): Figure {
  const measured = times.slice(WARM_UP)
  return {
    goal: 'static settings',
    name: `${name} until the table shows it, p95`,
    value: percentile(measured, 0.95),
    unit: 'ms',
    must: 200,
    aim: 100,
    sense: 'at most',
    note: `p50 ${median(measured).toFixed(0)} ms of ${measured.length}, foreign ${Math.round(foreign * 100)} %`,
  }
}
