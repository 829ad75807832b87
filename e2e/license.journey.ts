import { logout } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor } from './visitor.ts'

const ADDRESS = '/content-authenticated/database-maintenance/licenses'

let portal: RunningPortal
let admin: Visitor
beforeAll(async () => {
  // Users who are asked again must not be those of other journeys.
  portal = await startServer()
  await openBrowser()
  admin = await newVisitor({ portalOrigin: portal.origin })
  await admin.signIn('portal.admin')
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
})

const openDefault = async () => {
  await admin.visit(ADDRESS)
  await admin.page
    .getByRole('row', { name: /Default/ })
    .getByRole('link')
    .click()
  await admin.page.getByRole('heading', { name: 'Default license' }).waitFor()
}

const signInInGerman = async ({ page }: Visitor) => {
  await page.getByLabel('Benutzername', { exact: true }).fill('other.user')
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('an administrator writes a new version of the license and asks again; a user reads it in German, declines, signs in again and accepts (B9, SIGN-040)', async () => {
  const { page } = admin
  // In a session that was open before, work goes on.
  const before = await newVisitor({ portalOrigin: portal.origin })
  await before.signIn('external.user')
  await openDefault()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Write new version' }).click()
  const dialog = page.getByRole('dialog', { name: 'New version of the default license' })
  await dialog.getByRole('textbox', { name: /^Title in English/ }).fill('Terms of use 2027')
  await dialog.getByRole('textbox', { name: /^Title in German/ }).fill('Nutzungsbedingungen 2027')
  await dialog.getByRole('textbox', { name: 'Text in German' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Melden Sie ein verlorenes Gerät sofort. ')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByRole('radio', { name: 'German' }).check({ force: true })
  await preview.getByText('Melden Sie ein verlorenes Gerät sofort.').waitFor()
  await dialog.getByText(/^[\d,]+ users have accepted a license so far/).waitFor()
  await admin.expectAccessible()
  await dialog.getByRole('checkbox', { name: 'Also ask users who have accepted a license before' }).check()
  await dialog.getByRole('button', { name: 'Save version' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Ask users again?' })
  await question.getByText(/^[\d,]+ users will be asked to accept this version at their next sign-in\.$/).waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The new version is in force.'),
    question.getByRole('button', { name: 'Save and ask again' }).press('Enter'),
  ])
  await page
    .getByText(/^Version 2, written .* Users accept this version\. Users who accepted before .* are asked again\.$/)
    .waitFor()
  await page.getByRole('row', { name: /Replaced/ }).waitFor()
  await before.visit('/content-authenticated/home')
  await before.waitForHome()

  const reader = await newVisitor({ locale: 'de-DE', width: 360, portalOrigin: portal.origin })
  await reader.visit('/login')
  await signInInGerman(reader)
  await reader.page.getByRole('heading', { name: 'Nutzungsbedingungen 2027' }).waitFor()
  await reader.page.getByText('Melden Sie ein verlorenes Gerät sofort.').waitFor()
  await reader.expectAccessible()
  await Promise.all([
    reader.responseTo(logout),
    reader.page.getByRole('button', { name: 'Ablehnen und abmelden' }).click(),
  ])
  await reader.page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await signInInGerman(reader)
  await reader.page.getByRole('button', { name: 'Zustimmen' }).click()
  await reader.page.getByRole('heading', { name: 'Anwendungen' }).waitFor()
  for (const visitor of [admin, before, reader]) visitor.expectCleanConsole()
})

test('an administrator withdraws what asks again by mistake; a user who accepted before signs in without being asked', async () => {
  const { page } = admin
  await openDefault()
  await page.getByRole('button', { name: 'Stop asking again' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Stop asking again' })
  await question.getByText(/^[\d,]+ users? who accepted an earlier version won’t be asked any longer\./).waitFor()
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('Users who accepted an earlier version aren’t asked any longer.'),
    question.getByRole('button', { name: 'Stop asking again' }).press('Enter'),
  ])
  await page.getByRole('row', { name: /Withdrawn/ }).waitFor()
  const user = await newVisitor({ portalOrigin: portal.origin })
  await user.signIn('external.user')
})

test('an administrator gives a client its own license, corrects it and ends it; every version stays readable', async () => {
  const { page } = admin
  await admin.visit(ADDRESS)
  await page.getByRole('row', { name: /Atlas Freight/ }).waitFor()
  await admin.expectAccessible()
  await page.getByRole('button', { name: 'Add license of a client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add license of a client' })
  await dialog.getByRole('combobox', { name: /License of/ }).fill('Rosewood')
  await page.getByRole('option', { name: /Rosewood/ }).click()
  await dialog.getByRole('textbox', { name: /^Title in English/ }).fill('Terms of Rosewood')
  await dialog.getByRole('textbox', { name: 'Text in English' }).click()
  await page.keyboard.type('For students and staff.')
  await Promise.all([
    admin.waitForText('The new version is in force.'),
    dialog.getByRole('button', { name: 'Save version' }).click(),
  ])
  await page.getByRole('heading', { name: /^License of Rosewood/ }).waitFor()
  await page.getByRole('button', { name: 'End license' }).click()
  const question = page.getByRole('dialog', { name: 'End license' })
  await admin.expectAccessible()
  await Promise.all([
    admin.waitForText('The license has ended. The default holds again.'),
    question.getByRole('button', { name: 'End license' }).click(),
  ])
  await page.getByText(/Ended: .* Users accept the default\.$/).waitFor()
  await page.getByText('For students and staff.').waitFor()
  await admin.visit(ADDRESS)
  expect(await page.getByRole('row', { name: /Rosewood/ }).innerText()).toContain('Ended')
})
