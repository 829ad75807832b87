import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectGerman } from './german-reader.ts'
import { type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, PASSWORD, type Visitor } from './visitor.ts'

const { en: english, de: german } = shippedTexts

let portal: RunningPortal
let visitor: Visitor
beforeAll(async () => {
  portal = await startServer()
  await openBrowser()
  visitor = await newVisitor({ width: 360, locale: 'de-DE', portalOrigin: portal.origin })
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
})

const heading = (name: string) => visitor.page.getByRole('heading', { name, level: 1 })

async function visit(path: string, name: string): Promise<void> {
  await visitor.visit(path)
  await heading(name).waitFor()
  await visitor.waitForContent()
  await expectGerman(visitor)
}

/** Chooses a language on the sign-in page and waits until it is kept: that is once everything is in that language. */
async function chooseLanguage(label: string, language: string, title: string): Promise<void> {
  await visitor.page.getByLabel(label, { exact: true }).selectOption(language)
  await heading(title).waitFor()
  await visitor.page.locator('select:not([aria-busy])').waitFor()
}

async function signIn(): Promise<void> {
  const { page } = visitor
  await page.getByLabel(german.login_user_id, { exact: true }).fill('external.user')
  await page.getByLabel(german.login_password, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: german.home_applications }).waitFor()
}

test('a German browser reads the sign-in and its refusals in German, and another language on request', async () => {
  const { page } = visitor
  await visit('/login', german.login_title)
  await page.getByLabel(german.login_user_id, { exact: true }).fill('external.user')
  await page.getByLabel(german.login_password, { exact: true }).fill('nicht-mein-Passwort')
  await page.keyboard.press('Enter')
  await page.getByText(german.login_invalid).waitFor()
  await expectGerman(visitor)
  await chooseLanguage(german.language_label, 'en', english.login_title)
  await page.reload()
  await heading(english.login_title).waitFor()
  await chooseLanguage(english.language_label, 'de', german.login_title)
  await visit('/forgot-password', german.recovery_title)
})

test('every page of a user is in German on a phone: home, search, documents, links, account, contact', async () => {
  const { page } = visitor
  await visitor.visit('/login')
  await signIn()
  await visitor.waitForContent()
  await expectGerman(visitor)
  await page.getByRole('button', { name: german.search_open, exact: true }).click()
  await page.getByRole('combobox', { name: german.search_field }).fill('a')
  await page.getByRole('option').first().waitFor()
  await expectGerman(visitor)
  await visitor.escape()
  await visit('/content-authenticated/document-library', german.menu_documents)
  await visit('/content-authenticated/document-library?tab=shared', german.menu_documents)
  await visit('/content-authenticated/document-library?tab=trash', german.menu_documents)
  await visit('/content-authenticated/manage-my-links', german.menu_links)
  await visit('/content-authenticated/account-settings', german.menu_account_settings)
  await visit('/content-authenticated/contact-us', german.menu_contact_us)
  await visit('/content-authenticated/ask-for-application', german.menu_ask_for_application)
  await visit('/content-authenticated/nothing', german.address_not_found)
})

test('all announcements and the way out are in German on a phone', async () => {
  const { page } = visitor
  await visitor.visit('/')
  await page.getByRole('heading', { name: german.home_applications }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${german.announcements_title}`) }).click()
  await page.getByRole('dialog', { name: german.announcements_all }).waitFor()
  await visitor.waitForContent()
  await expectGerman(visitor)
  await visitor.escape()
  await page.getByRole('button', { name: german.menu_account }).click()
  await page.getByRole('menu').waitFor()
  await expectGerman(visitor)
  await page.getByRole('menuitem', { name: german.menu_sign_out }).click()
  await page.getByText(german.login_signed_out).waitFor()
  await expectGerman(visitor)
})
