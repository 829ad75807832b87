import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './backed-up-portal.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let folder: string
let portal: RunningPortal
let visitor: Visitor
beforeAll(async () => {
  folder = await createTempFolder()
  portal = await startServer({}, folder)
  await openBrowser()
  visitor = await newVisitor({ portalOrigin: portal.origin })
  await visitor.signIn('portal.admin')
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

const MARK = 'Managed by configuration files'
const LINE = /^Managed by configuration files, last applied .+ by Miriam Okafor\. Changes made here are overwritten/

/** Lists with an entry that the files of the demo state; it opens by its link, or by a button of its name. */
const lists = [
  { address: 'administration/application-search', entry: 'Address Check' },
  { address: 'administration/client-settings', entry: 'Meridian Health Partners' },
  { address: 'administration/permission-sets', entry: 'Card service desk' },
  { address: 'database-maintenance/static-settings?category=departments', entry: 'Accounting' },
]

const open = async ({ address, entry }: (typeof lists)[number]) => {
  await visitor.visit(`/content-authenticated/${address}`)
  const name = visitor.page.getByRole('rowheader', { name: new RegExp(`^${entry}`) }).first()
  await name.waitFor()
  return name
}

test('nothing of a fresh demo is managed by files', async () => {
  for (const list of lists) {
    const name = await open(list)
    await Promise.all([
      visitor.page.waitForResponse((response) => response.url().includes('/managed-objects/')),
      visitor.page.reload(),
    ])
    await name.waitFor()
    expect(await visitor.page.getByText(MARK).count()).toBe(0)
  }
})

test('an administrator who applies the files of the demo sees what they manage, in each list and where it is changed', async () => {
  const applied = await runCommand(['apply', 'demo/configuration', '--set', 'demo', '--as', 'portal.admin', '--yes'], {
    PORTAL_DATA_DIR: path.join(folder, 'data'),
  })
  expect(applied).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^No difference: \d{3} as the files state\./),
  })
  const { page } = visitor
  for (const list of lists) {
    const name = await open(list)
    await page
      .getByRole('row', { name: new RegExp(`^${list.entry}.* ${MARK}`) })
      .first()
      .waitFor()
    await visitor.expectAccessible()
    await name.getByRole('link').or(name.getByRole('button')).first().click()
    await page.getByText(LINE).first().waitFor()
    await visitor.expectAccessible()
  }
  visitor.expectCleanConsole()
})
