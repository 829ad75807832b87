import { listFiles, uploadFile } from '@portico/contract/files/files.ts'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/database-maintenance/file-management'
const published = '/content-authenticated/files/Rates.csv'
let admin: Visitor
let reader: Visitor
beforeAll(async () => {
  await openBrowser()
  admin = await newVisitor()
  reader = await newVisitor({ width: 360, dark: true })
  await admin.signIn('portal.admin')
  await reader.signIn('external.user')
})
afterAll(closeBrowser)

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const contentOf = async (saved: Download) => {
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
/** What a reader gets who follows the address of the file. */
const follow = async () => {
  const [saved] = await Promise.all([reader.page.waitForEvent('download'), reader.visit(published)])
  return contentOf(saved)
}
const act = async (entry: string) => {
  await admin.page.getByRole('button', { name: 'Actions for Rates.csv' }).click()
  await admin.page.getByRole('menuitem', { name: entry }).click()
}

test('an administrator publishes a file, a reader opens it by its address on a phone, gets the new one once it is replaced, and loses it once it is deleted (DBMT-006, DBMT-033)', async () => {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.visit(address)
  await page.getByRole('row', { name: /Getting started.pdf/ }).waitFor()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Upload files' }).click()
  await dialog.waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('All files uploaded.'),
    dialog.locator('input[type=file]').setInputFiles(csv('Rates.csv', 'old')),
  ])
  await page.getByRole('row', { name: /Rates.csv/ }).waitFor()
  await dialog.waitFor({ state: 'detached' })

  expect(await follow()).toBe('old')
  await reader.page.getByRole('heading', { name: 'Rates.csv' }).waitFor()
  await reader.expectAccessible()
  await reader.expectNoHorizontalScroll()
  const [again] = await Promise.all([
    reader.page.waitForEvent('download'),
    reader.page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(await contentOf(again)).toBe('old')

  await act('Replace')
  await dialog.locator('input[type=file]').setInputFiles(csv('New rates.csv', 'new'))
  await dialog.getByText('New file: New rates.csv, 3 bytes').waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The file has been replaced.'),
    admin.responseTo(uploadFile),
    dialog.getByRole('button', { name: 'Replace file' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  expect(await follow()).toBe('new')
  await Promise.all([
    admin.waitForText('Your change has been undone.'),
    admin.responseTo(listFiles),
    page.getByRole('button', { name: 'Undo' }).click(),
  ])
  expect(await follow()).toBe('old')

  await act('Delete')
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The file has been deleted.'),
    dialog.getByRole('button', { name: 'Delete file' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Rates.csv/ }).waitFor({ state: 'detached' })
  await reader.visit(published)
  await reader.page.getByRole('heading', { name: /not found|doesn’t exist|can’t find/i }).waitFor()
  admin.expectCleanConsole()
})

test('files that are dropped or have a name that exists are asked about, and refused ones say why', async () => {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.visit(address)
  await page.getByRole('button', { name: 'Upload files' }).click()
  await dialog
    .locator('input[type=file]')
    .setInputFiles([csv('setup.exe', 'MZ'), csv('Service hours.csv', 'team,from\n')])
  await dialog.getByText('The document you are uploading is not an accepted file type').waitFor()
  await dialog.getByText('A file with this name already exists').waitFor()
  await admin.expectAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Replace Service hours.csv?' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 360, height: 740 })
  await admin.expectNoHorizontalScroll()
  admin.expectCleanConsole()
})

test('an administrator replaces the image of a tile once they have confirmed it, and takes that back (DBMT-002, DBMT-007, DBMT-031, DBMT-032)', async () => {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await page.setViewportSize({ width: 1280, height: 800 })
  await admin.visit('/content-authenticated/database-maintenance/image-management')
  await page.getByRole('searchbox', { name: 'Search by name' }).waitFor()
  const picture = page.getByRole('table', { name: 'Image management' }).getByRole('img').first()
  const before = await picture.getAttribute('src')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Replace image' }).click()
  await dialog.waitFor()
  expect(await dialog.getByRole('button', { name: 'Save image' }).getAttribute('aria-disabled')).toBe('true')
  const choose = (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'tile.png', mimeType: 'image/png', buffer })
  await choose(Buffer.from('<!doctype html>'))
  await dialog.getByRole('alert').filter({ hasText: 'Invalid file type' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Save image' }).getAttribute('aria-disabled')).toBe('true')
  await choose(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  await dialog.getByText('Everyone who has this tile sees the new image').waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The tile image has been saved.'),
    dialog.getByRole('button', { name: 'Save image' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  await Promise.all([
    admin.waitForText('The previous tile image is back.'),
    page.getByRole('button', { name: 'Undo' }).click(),
  ])
  await expect.poll(() => picture.getAttribute('src')).toBe(before)
  admin.expectCleanConsole()
})
