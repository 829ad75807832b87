import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as referenceData from '@portico/contract/reference-data/reference-data.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import type { Locator, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rm } from 'node:fs/promises'
import { expectGerman } from './german-reader.ts'
import { addUndeliveredMails } from './portal-database.ts'
import { adminAddresses } from './screen-paths.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor } from './visitor.ts'
import { expectWholeWords } from './whole-words.ts'

const german = shippedTexts.de
type Key = keyof typeof german

let folder: string
let portal: RunningPortal
let visitor: Visitor
/** Requests of the page that are under way. */
const requests = new Set<Request>()
beforeAll(async () => {
  // Rows that dialogs are about must not have been used up by an earlier journey.
  folder = await createTempFolder()
  portal = await startServer({}, folder)
  await addUndeliveredMails(folder, 5)
  await openBrowser()
  visitor = await newVisitor({ width: 360, locale: 'de-DE', portalOrigin: portal.origin })
  visitor.page.on('request', (request) => requests.add(request))
  visitor.page.on('requestfinished', (request) => requests.delete(request))
  visitor.page.on('requestfailed', (request) => requests.delete(request))
  await visitor.visit('/login')
  await visitor.page.getByLabel(german.login_user_id, { exact: true }).fill('portal.admin')
  await visitor.page.getByLabel(german.login_password, { exact: true }).fill(PASSWORD)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByRole('heading', { name: german.home_applications }).waitFor()
})
afterAll(async () => {
  await closeBrowser()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** A button, by the key of its text or by what it is called. */
type Button = Key | RegExp

/** A screen of the administration, and what is opened on it. */
interface Screen {
  address: string
  /** Buttons that open a menu. */
  menus?: readonly Key[]
  /** Buttons that open a dialog, each followed by those that are pressed in it. */
  buttons?: readonly (readonly [Button, ...Button[]])[]
  /** Parts of the names of rows whose actions are opened, each entry once; '' is the first row. */
  rows?: readonly string[]
  /** Beginnings of entries that open no dialog: they filter, download, act, or open a screen of this list. */
  others?: readonly string[]
}

const ADMIN = '/content-authenticated/administration'
const DATABASE = '/content-authenticated/database-maintenance'
const USER_ROW = [german.profile_view, german.users_only_employer]

/** What a text is with any values. */
const filled = (key: Key): RegExp => new RegExp(`^${german[key].replaceAll(/\{\w+\}/g, '.+')}$`)

/** Static settings whose dialogs about a row are read, too; they have the same texts in all of them. */
const ROWS_READ = ['clasfn-value', 'departments', 'pswd-comp-rules', 'db-secure-questions']

/** The lists of the static settings, with the dialog that adds an entry. */
const staticSettings = Object.values({ ...referenceData, ...employerSettings }).flatMap((category): Screen[] =>
  'entries' in category && category !== referenceData.accountTypes
    ? [
        {
          address: `${DATABASE}/static-settings?category=${category.path}`,
          buttons: [[filled('reference_add')]],
          rows: ROWS_READ.includes(category.path) ? [''] : [],
        },
      ]
    : [],
)

const listed: readonly Screen[] = [
  { address: ADMIN, menus: ['saved_filters', 'list_columns', 'list_export'], rows: [''], others: USER_ROW },
  { address: `${ADMIN}/user-profile/1003/overview` },
  { address: `${ADMIN}/user-profile/1003/userDetails` },
  { address: `${ADMIN}/user-profile/1003/permissions`, buttons: [[/Customer Portal$/], ['user_sets_give']] },
  { address: `${ADMIN}/user-profile/1003/customerAssignment` },
  { address: `${ADMIN}/user-profile/1003/accessHistory` },
  {
    address: `${ADMIN}/application-search`,
    buttons: [
      ['sections_title', 'records_delete_sections'],
      ['systems_title', 'records_delete_systems'],
    ],
    rows: [''],
    others: [german.applications_edit],
  },
  { address: `${ADMIN}/application-settings`, buttons: [['settings_add_system'], ['settings_add_section']] },
  { address: `${ADMIN}/application-settings/100` },
  ...['details', 'search-items', 'sign-on', 'people', 'image', 'requests', 'history'].map((tab) => ({
    address: `${ADMIN}/applications/100/${tab}`,
  })),
  { address: `${ADMIN}/application-settings/section/1` },
  { address: `${ADMIN}/application-settings/system/100` },
  { address: `${ADMIN}/tile-users?tile=1`, rows: [''], others: USER_ROW },
  {
    address: `${ADMIN}/permission-sets`,
    buttons: [['sets_add'], ['sets_suggest']],
    rows: [''],
    others: [german.sets_open],
  },
  { address: `${ADMIN}/permission-sets/1/contents` },
  { address: `${ADMIN}/deleted-users`, rows: [''], others: USER_ROW },
  { address: `${ADMIN}/enhancement-requests`, rows: [''], others: USER_ROW },
  { address: `${ADMIN}/access-requests`, buttons: [[/ genehmigen$/], [/ ablehnen$/]] },
  { address: `${ADMIN}/access-changes` },
  { address: `${ADMIN}/access-reviews`, buttons: [['reviews_start']] },
  { address: `${ADMIN}/access-reviews/3` },
  {
    // One of the rows is a deleted one.
    address: `${ADMIN}/announcements?deleted=shown`,
    buttons: [['announcements_add']],
    rows: ['Report library', 'Prices for', 'Cafeteria'],
  },
  { address: `${ADMIN}/audit`, rows: [''], others: ['Nur '] },
  { address: `${ADMIN}/client-settings`, buttons: [['client_add']], rows: [''], others: [german.clients_open] },
  { address: `${ADMIN}/client-settings/2` },
  { address: `${ADMIN}/report-viewer/999999` },
  { address: `${ADMIN}/report/2`, menus: ['list_columns'] },
  {
    address: `${ADMIN}/mail-delivery`,
    menus: ['list_columns'],
    rows: ['mail1@', 'mail5@'],
    others: [german.mail_delivery_send_again],
  },
  {
    address: `${DATABASE}/file-management`,
    buttons: [['files_upload']],
    rows: [''],
    others: [german.files_open, german.files_copy],
  },
  { address: `${DATABASE}/resource-texts`, rows: [''] },
  { address: `${DATABASE}/licenses`, buttons: [['licenses_add']] },
  { address: `${DATABASE}/licenses/3`, buttons: [['license_write'], ['license_end']] },
  { address: `${DATABASE}/image-management`, rows: [''] },
  {
    address: `${DATABASE}/static-settings?category=system-accounts`,
    buttons: [['settings_add_system'], [/^Kontotyp hinzufügen$/]],
    rows: ['Mail Tracker'],
  },
  ...staticSettings,
  {
    address: `${DATABASE}/sso-mappings`,
    buttons: [
      ['sso_mapping_add'],
      [filled('sso_mapping_add_applications_to')],
      [filled('sso_mapping_add_customers_to')],
      [/^Meridian Health Partners .*löschen$/],
      [/^Statement Search von .*löschen$/],
      [/^Meridian Health South von .*löschen$/],
    ],
  },
  {
    address: `${DATABASE}/job-schedule`,
    rows: [''],
    others: [german.jobs_edit, german.jobs_run, german.jobs_history, german.jobs_disable],
  },
  { address: `${DATABASE}/job-schedule?edit=new` },
  { address: `${DATABASE}/job-schedule?edit=1` },
  { address: `${DATABASE}/job-schedule?runs=1` },
  { address: `${DATABASE}/identity-providers`, buttons: [['providers_add']], rows: [''] },
  { address: `${DATABASE}/single-sign-on`, rows: [''] },
  { address: `${DATABASE}/service-accounts`, buttons: [['services_add']], rows: [''] },
  { address: '/content-authenticated/administration/webhooks', buttons: [['webhooks_add']] },
]

const isListed = (address: string) => listed.some((screen) => screen.address.split('?')[0] === address)
/** With the screens on which nothing is opened. */
const screens: readonly Screen[] = [
  ...listed,
  ...adminAddresses.flatMap(([, address]) => (isListed(address) ? [] : [{ address }])),
]

const main = () => visitor.page.locator('main')
const DIALOG = '[role="dialog"]'
const dialog = () => visitor.page.locator(DIALOG).last()

/** Waits until no request is under way and what it brought is drawn. */
async function settle(): Promise<void> {
  await expect.poll(() => requests.size).toBe(0)
  await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function visit(address: string): Promise<void> {
  await visitor.visit(address)
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle()
}

/** German words are longer: tables have to fit all the same. */
async function expectFitsOnWiderPages(): Promise<void> {
  const phone = visitor.page.viewportSize()
  for (const width of [1280, 1024]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.expectNoHorizontalScroll()
    await expectWholeWords(visitor.page)
  }
  if (phone) await visitor.page.setViewportSize(phone)
}

const nameOf = (button: Button) => (button instanceof RegExp ? button : german[button])
const press = (part: Locator, button: Button) =>
  part
    .getByRole('button', { name: nameOf(button), exact: true })
    .or(part.locator('summary').getByText(nameOf(button), { exact: true }))
    .first()
    .click()

async function readDialog(what: string): Promise<void> {
  await dialog().waitFor()
  await settle()
  await expectGerman(visitor, what, DIALOG)
}

const menu = () => visitor.page.getByRole('menu')
async function closeMenu(): Promise<void> {
  await visitor.page.keyboard.press('Escape')
  await menu().waitFor({ state: 'detached' })
}

/** Opens the actions of a row; returns their texts, '' for those that are disabled. */
async function openActions(row: string): Promise<string[]> {
  const [start] = german.list_actions_for.split('{')
  await main()
    .getByRole('button', { name: new RegExp(`^${start}.*${row}`) })
    .first()
    .click()
  await menu().waitFor()
  return menu()
    .getByRole('menuitem')
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-disabled') === 'true' ? '' : (one.textContent ?? '').trim())),
    )
}

/** Opens the actions for the selected rows, which have no room beside each other on a phone. */
async function openBulkActions(): Promise<void> {
  const bar = main().getByRole('group', { name: german.list_bulk_actions })
  await bar.getByRole('button', { name: german.list_actions, exact: true }).click()
  await menu().waitFor()
}

async function readActions({ address, others = [] }: Screen, row: string): Promise<void> {
  const entries = await openActions(row)
  await expectGerman(visitor, `${address}: actions of ${row}`, '[role="menu"]')
  await closeMenu()
  for (const [index, entry] of entries.entries()) {
    if (entry === '' || others.some((other) => entry.startsWith(other))) continue
    await openActions(row)
    await menu().getByRole('menuitem').nth(index).click()
    await readDialog(`${address}: ${entry} of ${row}`)
    await visitor.escape()
  }
}

test.each(screens.map((screen) => [screen.address, screen] as const))(
  'an administrator reads %s and what opens there in German on a phone, and it fits on wider pages',
  async (address, screen) => {
    await visit(address)
    await expectGerman(visitor)
    await expectFitsOnWiderPages()
    for (const key of screen.menus ?? []) {
      await press(main(), key)
      await menu().waitFor()
      await expectGerman(visitor, `${address}: ${german[key]}`, '[role="menu"]')
      await closeMenu()
    }
    for (const [first, ...within] of screen.buttons ?? []) {
      await press(main(), first)
      await readDialog(`${address}: ${String(nameOf(first))}`)
      for (const key of within) {
        await press(dialog(), key)
        await readDialog(`${address}: ${String(nameOf(key))}`)
      }
      await visitor.escape()
    }
    for (const row of screen.rows ?? []) await readActions(screen, row)
  },
)

test('an administrator reads what can be done with several users at once in German on a phone', async () => {
  await visit(ADMIN)
  const [, end = ''] = german.list_select_row.split('}')
  for (const row of [0, 1])
    await main()
      .getByRole('checkbox', { name: new RegExp(`${end}$`) })
      .nth(row)
      .check()
  const possible = menu().locator('[role="menuitem"]:not([aria-disabled="true"])')
  await openBulkActions()
  await expectGerman(visitor, `${ADMIN}: actions of several users`, '[role="menu"]')
  const actions = await possible.allInnerTexts()
  await closeMenu()
  expect(actions.length).toBeGreaterThan(4)
  for (const [index, action] of actions.entries()) {
    if (action === german.list_clear_selection) continue
    await openBulkActions()
    await possible.nth(index).click()
    await readDialog(`${ADMIN}: ${action}`)
    await visitor.escape()
  }
})

test('an administrator reads what is wrong with a report, and the question before reports are deleted, in German on a phone', async () => {
  await visit(`${ADMIN}/reports/user-access`)
  await main().getByRole('radio', { name: german.report_all_customers }).check()
  await press(main(), 'reports_generate')
  await main().getByText(german.report_system_needed).waitFor()
  await main().getByRole('radio', { name: german.reports_dates_specific }).first().check()
  await main().getByLabel(german.reports_created_from, { exact: true }).fill('2020-01-01')
  await press(main(), 'reports_generate')
  await main().getByText(german.form_several_invalid).waitFor()
  await expectGerman(visitor)
  await visit(`${ADMIN}/report-queue`)
  await main().getByRole('checkbox', { name: german.list_select_page }).check()
  await openBulkActions()
  await menu().getByRole('menuitem', { name: german.queue_delete }).click()
  await readDialog('reports are about to be deleted')
  await visitor.escape()
})

test('an administrator reads to whose clients an account is assigned in German on a phone', async () => {
  await visit(`${ADMIN}/user-profile/1006/permissions/system-account-settings/107`)
  await press(main(), 'accounts_add')
  await expectGerman(visitor)
  await press(main(), filled('accounts_assign'))
  await readDialog('clients of an account')
  await visitor.escape()
})

test('an administrator who leaves what they have not saved is asked in German on a phone', async () => {
  await visit(`${ADMIN}/user-profile/1003/userDetails`)
  await main().getByLabel(german.profile_job_title, { exact: true }).fill('Leiterin')
  await visitor.page.getByRole('link', { name: german.menu_home }).first().click()
  await readDialog('the question about unsaved changes')
  await press(dialog(), 'unsaved_stay')
})

test('an administrator who deletes an application reads its message and the deleted ones in German on a phone', async () => {
  await visit(`${ADMIN}/application-search`)
  await openActions('Address Check')
  await menu().getByRole('menuitem', { name: german.applications_delete }).click()
  await readDialog('the application is about to be deleted')
  const deleted = visitor.waitForText(german.application_deleted)
  await press(dialog(), 'delete_application_confirm')
  await deleted
  await visit(`${ADMIN}/application-search`)
  await press(main(), 'applications_deleted')
  await readDialog('deleted applications')
  await visitor.escape()
})

test('an administrator who words a text reads the dialogs about it in German on a phone', async () => {
  await visit(`${DATABASE}/resource-texts`)
  await openActions('access_already_requested')
  await menu().getByRole('menuitem', { name: german.texts_edit }).click()
  await settle()
  await dialog().getByRole('textbox').first().fill('Das haben Sie schon beantragt.')
  const saved = visitor.waitForText(german.text_saved)
  await press(dialog(), 'text_save')
  await saved
  await visit(`${DATABASE}/resource-texts`)
  await openActions('access_already_requested')
  await menu().getByRole('menuitem', { name: german.texts_reset }).click()
  await readDialog('the wording is about to be removed')
  await visitor.escape()
})
