import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readZip, rowsIn } from '../server/test/read-zip.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor, type VisitorOptions } from './visitor.ts'

let userId: string | null
beforeAll(async () => {
  await openBrowser()
  const member = await newVisitor()
  await member.signIn('external.user')
  userId = await member.page.evaluate(() => localStorage.getItem('uid'))
})
afterAll(closeBrowser)

const GONE = 'This archive has been downloaded or deleted. Make a new one.'

/** The file that the browser saves after the button was pressed. */
async function saved({ page }: Visitor, button: ReturnType<Visitor['page']['getByRole']>) {
  const saving = page.waitForEvent('download')
  await button.press('Enter')
  const file = await saving
  return { name: file.suggestedFilename(), files: await readZip(await readFile(await file.path())) }
}

test.each<VisitorOptions>([{ width: 1280 }, { width: 360, dark: true }])(
  'an administrator has an archive of a user made, downloads it once, and a second download is refused; %o',
  async (options) => {
    const admin = await newVisitor(options)
    const { page } = admin
    await admin.signIn('portal.admin')
    await admin.visit(`/content-authenticated/administration/user-profile/${userId}/overview`)
    const open = async (on: Visitor['page']) => {
      await on.getByRole('button', { name: /^Actions for / }).press('Enter')
      await on.getByRole('menuitem', { name: 'Export data…' }).press('Enter')
      return on.getByRole('dialog', { name: /^Export the data of / })
    }
    const dialog = await open(page)
    await dialog.getByRole('button', { name: /^Make (the|a new) archive$/ }).press('Enter')
    await dialog.getByText(/^The archive is ready until /).waitFor()
    await admin.expectAccessible()
    await admin.expectNoHorizontalScroll()
    const other = await admin.context.newPage()
    await other.goto(page.url())
    const second = await open(other)
    await second.getByText(/^The archive is ready until /).waitFor()

    const { name, files } = await saved(admin, dialog.getByRole('button', { name: 'Download' }))
    await dialog.getByText('The archive has been downloaded and is deleted from the portal.').waitFor()
    expect(name).toBe('person-external.user.zip')
    expect(rowsIn(files, 'users')).toMatchObject([{ userName: 'external.user' }])
    expect(String(files.get('index.html'))).toContain('An administrator has asked for it.')
    await second.getByRole('button', { name: 'Download' }).press('Enter')
    await second.getByText(GONE).waitFor()
    expect(await dialog.getByRole('button', { name: 'Download' }).count()).toBe(0)
    admin.expectCleanConsole(/404/)
  },
)

test.each<VisitorOptions>([{ width: 1280, dark: true }, { width: 360 }])(
  'I ask for my data in the account settings by keyboard, and download it once; %o',
  async (options) => {
    const me = await newVisitor(options)
    const { page } = me
    await me.signIn('external.user')
    await me.visit('/content-authenticated/account-settings')
    const panel = page.getByRole('region', { name: 'Your data' })
    await panel.getByRole('button', { name: /^Request (my data|a new archive)$/ }).press('Enter')
    await panel.getByText(/^Ready until /).waitFor()
    await me.expectAccessible()
    await me.expectNoHorizontalScroll()
    const { name, files } = await saved(me, panel.getByRole('button', { name: 'Download my data' }))
    await panel.getByText('You have downloaded the archive, and the portal has deleted it.').waitFor()
    expect(name).toBe('person-external.user.zip')
    expect(rowsIn(files, 'users')).toMatchObject([{ userName: 'external.user' }])
    expect(String(files.get('index.html'))).toContain('The person has asked for it.')
    expect(await panel.getByRole('button', { name: 'Download my data' }).count()).toBe(0)
    me.expectCleanConsole()
    await me.signOut()
  },
)
