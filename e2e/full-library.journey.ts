import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let folder: string
let clerk: Visitor
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-full-'))
  await openBrowser()
  clerk = await newVisitor({ width: 360 })
  await clerk.signIn('client.admin')
})
afterAll(async () => {
  await closeBrowser()
  await rm(folder, { recursive: true, force: true })
})

const library = '/content-authenticated/document-library'
const UPLOADED = 'All files uploaded.'
const dialog = () => clerk.page.getByRole('dialog')
const upload = async (name: string, bytes: number) => {
  const file = path.join(folder, name)
  await writeFile(file, Buffer.alloc(bytes, 'x'))
  await clerk.page.getByRole('button', { name: 'Upload' }).click()
  await clerk.page.locator('input[type=file]').setInputFiles(file)
}
const act = async (name: string, entry: string) => {
  await clerk.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await clerk.page.getByRole('menuitem', { name: entry }).click()
  await dialog()
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await dialog().waitFor({ state: 'detached' })
}
const deleteForGood = async (name: string) => {
  await act(name, 'Delete')
  await clerk.visit(`${library}?tab=trash`)
  await act(name, 'Delete permanently')
  await clerk.visit(library)
}

test('a user with a full library sees that at the file, deletes a document permanently, and can upload again (DOCS-042, DOCS-054, DOCS-061)', async () => {
  await clerk.visit(library)
  await Promise.all([clerk.waitForText(UPLOADED), upload('Archive.csv', 70_000_000)])
  await dialog().waitFor({ state: 'detached' })

  await upload('More.csv', 40_000_000)
  await dialog()
    .getByRole('alert')
    .getByText('The document you are uploading exceeds your maximum storage space')
    .waitFor()
  await clerk.expectAccessible()
  await clerk.page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })

  await deleteForGood('Archive.csv')

  await Promise.all([clerk.waitForText(UPLOADED), upload('More.csv', 40_000_000)])
  await dialog().waitFor({ state: 'detached' })
  await deleteForGood('More.csv')
  expect(clerk.consoleMessages).toEqual([])
})
