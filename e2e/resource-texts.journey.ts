import { listResourceTexts } from '@portico/contract/texts/resource-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/database-maintenance/resource-texts'
let admin: Visitor
let reader: Visitor
beforeAll(async () => {
  await openBrowser()
  admin = await newVisitor()
  reader = await newVisitor({ width: 360, dark: true })
  await admin.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator words a text for everyone with a preview, a user reads it, and the shipped text comes back', async () => {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.visit(address)
  await Promise.all([
    admin.responseTo(listResourceTexts),
    page.getByRole('searchbox', { name: 'Search words or key' }).fill('documents_subtitle'),
  ])
  const row = page.getByRole('row', { name: /documents_subtitle/ })
  await row.waitFor()
  await admin.expectAccessible()

  const act = async (entry: string) => {
    await page.getByRole('button', { name: 'Actions for documents_subtitle' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await dialog.waitFor()
  }
  await act('Change wording')
  await dialog.getByRole('textbox', { name: 'Your wording' }).fill('Papers for {you}.')
  await dialog.getByRole('button', { name: 'Save wording' }).click()
  await dialog.getByText('The portal doesn’t fill in {you} here. Remove it and save again.').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Your wording' }).fill('Papers for everyone.')
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Papers for everyone.').waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The text has been saved.'),
    dialog.getByRole('button', { name: 'Save wording' }).click(),
  ])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Papers for everyone.').waitFor()

  await reader.signIn('external.user')
  await expect
    .poll(
      async () => {
        await reader.visit('/content-authenticated/document-library')
        await reader.page.getByRole('heading', { name: 'Document library' }).waitFor()
        return reader.page.getByText('Papers for everyone.').isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)

  await act('Remove your wording')
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The wording has been removed.'),
    dialog.getByRole('button', { name: 'Remove wording' }).click(),
  ])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('As shipped').waitFor()
  // A refused wording.
  admin.expectCleanConsole(/422/)
})
