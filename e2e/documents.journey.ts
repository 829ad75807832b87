import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const library = '/content-authenticated/document-library'
let clerk: Visitor
let colleague: Visitor
beforeAll(async () => {
  await openBrowser()
  clerk = await newVisitor()
  colleague = await newVisitor({ width: 360, dark: true })
  await clerk.signIn('external.user')
  await colleague.signIn('client.admin')
})
afterAll(closeBrowser)

const openLibrary = async (visitor: Visitor, tab = '') => {
  await visitor.visit(library + tab)
  await visitor.page.getByRole('heading', { name: 'Document library' }).waitFor()
}
const choose = async (content: string) => {
  await clerk.page.getByRole('button', { name: 'Upload' }).click()
  await clerk.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Rota.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}
const act = async (visitor: Visitor, entry: string) => {
  await visitor.page.getByRole('button', { name: 'Actions for Rota.csv' }).click()
  await visitor.page.getByRole('menuitem', { name: entry }).click()
}
const read = async (visitor: Visitor): Promise<string> => {
  const [saved] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('button', { name: 'Rota.csv', exact: true }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('a clerk shares a scan, a colleague opens it and sees the new version, and then loses access (DOCS-001..005, DOCS-014, DOCS-016)', async () => {
  await openLibrary(clerk)
  await Promise.all([clerk.waitForText('All files uploaded.'), choose('monday')])
  await clerk.page.getByRole('row', { name: /Rota.csv/ }).waitFor()
  await clerk.page.getByRole('dialog').waitFor({ state: 'detached' })

  await act(clerk, 'Share')
  const dialog = clerk.page.getByRole('dialog')
  await clerk.choose(dialog, { field: 'People', text: 'Dolores Quintero', option: 'Dolores Quintero' })
  await clerk.expectAccessible()
  await Promise.all([
    clerk.waitForText('Document shared.'),
    dialog.getByRole('button', { name: 'Share document' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })

  await openLibrary(colleague, '?tab=shared')
  expect(await read(colleague)).toBe('monday')
  await colleague.expectNoHorizontalScroll()
  await colleague.expectAccessible()

  await choose('tuesday')
  await Promise.all([
    clerk.waitForText('Document replaced.'),
    clerk.page.getByRole('button', { name: 'Replace Rota.csv' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  expect(await read(colleague)).toBe('tuesday')

  await act(clerk, 'Share')
  await dialog
    .getByText(/opened \d/)
    .first()
    .waitFor()
  const ends = dialog.getByRole('button', { name: /^Stop sharing with/ })
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().click()
    await expect.poll(() => ends.count()).toBe(left - 1)
  }
  await clerk.page.keyboard.press('Escape')
  await openLibrary(colleague, '?tab=shared')
  await expect.poll(() => colleague.page.getByRole('button', { name: 'Rota.csv', exact: true }).count()).toBe(0)

  await dialog.waitFor({ state: 'detached' })
  await act(clerk, 'Delete')
  await Promise.all([
    clerk.waitForText('Document moved to the trash.'),
    clerk.page.getByRole('button', { name: 'Delete Rota.csv' }).click(),
  ])
  await clerk.expectAccessible()

  await clerk.page.setViewportSize({ width: 360, height: 740 })
  await openLibrary(clerk, '?tab=trash')
  await clerk.page.getByRole('row', { name: /Rota.csv/ }).waitFor()
  await clerk.expectNoHorizontalScroll()
  expect(clerk.consoleMessages).toEqual([])
})
