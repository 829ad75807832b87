import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const settings = '/content-authenticated/administration/application-settings'
const search = '/content-authenticated/administration/application-search'

let admin: Visitor
let member: Visitor
beforeAll(async () => {
  await openBrowser()
  admin = await newVisitor()
  member = await newVisitor()
  await admin.signIn('portal.admin')
  await member.signIn('external.user')
})
afterAll(closeBrowser)

/** Adds a section or a system from the first step; its dialog closes by itself. */
async function addOnTheWay(kind: 'section' | 'system', name: string): Promise<void> {
  const { page } = admin
  await page.getByRole('button', { name: `Add ${kind}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Add ${kind}` })
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await dialog.getByText(`The ${kind} has been successfully added`).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

test('an administrator adds an application in three steps, with the keyboard alone (CATA-011..014, CATA-050, CATA-051, CATA-063, CATA-064)', async () => {
  const { page } = admin
  await admin.visit(search)
  await page.getByRole('table', { name: 'Applications' }).waitFor()
  await admin.expectAccessible()
  await page.getByRole('link', { name: 'Add application' }).press('Enter')
  await page.getByRole('heading', { name: /Enter Application Details/ }).waitFor()
  await admin.expectAccessible()

  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await admin.expectAccessible()
  await page.keyboard.type('Parcel Lockers')
  await addOnTheWay('system', 'Parcel System')
  await addOnTheWay('section', 'Parcels')
  await page.getByRole('textbox', { name: 'Address of the application' }).focus()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a web address, or a path of the portal that begins with a slash.').waitFor()
  await page.getByRole('textbox', { name: 'Address of the application' }).fill('/demo-application/100')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: /Add Search Information/ }).waitFor()
  await page.getByRole('textbox', { name: 'Search text' }).focus()
  await page.keyboard.type('Pick up a parcel')
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await page.getByText("You entered search information, but didn't add it.").waitFor()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Remove Pick up a parcel' }).waitFor()
  await page.getByRole('button', { name: 'Next' }).press('Enter')

  await page.getByRole('heading', { name: /View Confirmation/ }).waitFor()
  await page.getByRole('definition').getByText('Parcel System').waitFor()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Finish' }).press('Enter')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('pick up')
  await page.getByRole('row', { name: /Parcel Lockers/ }).waitFor()
  admin.expectCleanConsole()
})

test('a person who gets it finds its tile and opens it', async () => {
  const { page } = admin
  const uid = await member.page.evaluate(() => localStorage.getItem('uid'))
  await admin.visit(`/content-authenticated/administration/user-profile/${uid}/permissions`)
  await page.getByRole('checkbox', { name: 'Parcel System: Assigned' }).press('Space')
  await page.getByRole('button', { name: '0 pages: Parcel System' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Permissions$/ })
  await dialog.getByRole('checkbox', { name: /Parcel Lockers/ }).press('Space')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('button', { name: 'Save permissions' }).press('Enter')
  const review = page.getByRole('dialog', { name: 'Review your changes' })
  await Promise.all([
    admin.waitForText('Changes to the permissions have been saved'),
    review.getByRole('button', { name: 'Save permissions' }).press('Enter'),
  ])

  await member.page.reload()
  const tile = member.page.getByRole('button', { name: 'Parcels', exact: true }).first()
  await tile.waitFor()
  const [application] = await Promise.all([member.page.waitForEvent('popup'), tile.press('Enter')])
  await application.waitForURL(/\/demo-application\/100/)
  await application.close()
  member.expectCleanConsole()
})

test('its page says who has it and what changed, and one detail is changed there with the keyboard alone', async () => {
  const { page } = admin
  await admin.visit(`${search}?keyword=Parcel`)
  await page.getByRole('link', { name: 'Parcel Lockers' }).press('Enter')
  await page.getByRole('heading', { name: 'Parcel Lockers', level: 1 }).waitFor()
  await admin.expectAccessible()
  await page.getByRole('checkbox', { name: 'Users may ask for it' }).press('Space')
  await Promise.all([
    page.getByText('The application has been successfully saved').first().waitFor(),
    page.getByRole('button', { name: 'Save details' }).press('Enter'),
  ])
  const openTab = async (from: string, key: string, to: string) => {
    await page.getByRole('tab', { name: from }).press(key)
    await page.getByRole('tab', { name: to, selected: true }).waitFor()
  }
  await openTab('Details', 'ArrowLeft', 'History')
  await page
    .getByRole('row', { name: /Application changed/ })
    .first()
    .waitFor()
  await admin.expectAccessible()
  await openTab('History', 'ArrowLeft', 'Requests')
  await openTab('Requests', 'ArrowLeft', 'Image')
  await page.getByText('This is the image of the tile Parcels.').waitFor()
  await openTab('Image', 'ArrowLeft', 'People')
  await page.getByRole('table', { name: 'People' }).getByRole('row').nth(1).waitFor()
  await admin.expectAccessible()
  await openTab('People', 'ArrowLeft', 'Sign-on')
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('OpenID Connect')
  await page.getByRole('button', { name: 'Add row' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name sent, row 1' }).and(page.locator(':focus')).waitFor()
  await admin.expectAccessible()
  admin.expectCleanConsole()
})

test('deleting it says what people lose, and takes it from them; undo gives it back (CATA-068, CATA-099, CATA-101)', async () => {
  const { page } = admin
  const tile = member.page.getByRole('button', { name: 'Parcels', exact: true }).first()
  await admin.visit(`${search}?keyword=Parcel`)
  await page.getByRole('button', { name: 'Actions for Parcel Lockers' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Parcel Lockers' })
  await dialog.getByText('Warning! There are users with permissions for this application.').waitFor()
  expect(await dialog.getByRole('definition').allInnerTexts()).toEqual(['1', '1', '1', '0'])
  await admin.expectAccessible()
  await Promise.all([
    dialog.getByText('The application has been successfully deleted').waitFor(),
    dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter'),
  ])
  await page.getByText('No results match your filters.').waitFor()
  await member.page.reload()
  await member.page.getByRole('heading', { name: 'Applications' }).waitFor()
  await tile.waitFor({ state: 'detached' })

  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('row', { name: /Parcel Lockers/ }).waitFor()
  await member.page.reload()
  await tile.waitFor()
  admin.expectCleanConsole()
})

test('sections and systems are edited and deleted from their dialogs; one with applications stays (CATA-019..022, CATA-067)', async () => {
  const { page } = admin
  await admin.visit(search)
  await page.getByRole('button', { name: 'Systems', exact: true }).press('Enter')
  const systems = page.getByRole('dialog', { name: 'Systems', exact: true })
  await systems.getByRole('searchbox').fill('Parcel')
  await admin.expectAccessible()
  await systems.getByRole('link', { name: 'Parcel System' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name of open-source software' }).focus()
  await page.keyboard.type('PostGIS')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove PostGIS' }).waitFor()
  await admin.expectAccessible()
  await Promise.all([
    page.getByText('The system has been successfully saved').first().waitFor(),
    page.getByRole('button', { name: 'Save system' }).press('Enter'),
  ])

  await page.getByRole('link', { name: 'Search applications' }).press('Enter')
  await page.getByRole('button', { name: 'Sections', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Delete sections…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sections to Delete' })
  await dialog.getByRole('checkbox', { name: /^Parcels/ }).press('Space')
  await admin.expectAccessible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await dialog.getByText('There are pages associated with at least one selected section.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await dialog.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  admin.expectCleanConsole()
})

test('the screens fit on a phone', async () => {
  const phone = await newVisitor({ width: 360 })
  await phone.signIn('portal.admin')
  for (const [path, heading] of [
    [search, 'Applications'],
    [settings, 'Add application'],
    [`${settings}/100`, 'Edit application'],
    [`${settings}/section/1`, 'Edit section'],
    [`${settings}/system/100`, 'Edit system'],
  ] as const) {
    await phone.visit(path)
    await phone.page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await phone.expectNoHorizontalScroll()
    await phone.expectAccessible()
  }
  phone.expectCleanConsole()
})
