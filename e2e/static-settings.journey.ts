import { afterAll, beforeAll, expect, test } from 'vitest'
import { IdentityProvider } from '../server/test/identity-provider.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/database-maintenance/static-settings'
let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator adds a department, renames and deletes it and takes that back, with the keyboard alone (DBMT-005, DBMT-013, DBMT-025..027, DBMT-105, DBMT-106)', async () => {
  const { page } = visitor
  await visitor.visit(address)
  await page.getByRole('combobox', { name: 'Category' }).focus()
  await page.keyboard.type('Dep')
  await page.getByRole('table', { name: 'Departments' }).waitFor()
  await visitor.expectAccessible()

  await page.getByRole('button', { name: 'Add department' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await visitor.expectAccessible()
  await page.keyboard.type('Zoology')
  await Promise.all([visitor.waitForText('The department has been added.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('zoo')
  const row = page.getByRole('row', { name: /Zoology/ })
  await row.waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('zoo')

  await page.getByRole('button', { name: 'Actions for Zoology' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(' and zoos')
  await Promise.all([visitor.waitForText('The department has been changed.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Actions for Zoology and zoos' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete department' })
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
  await dialog.getByText('Nothing uses it.').waitFor()
  await page.keyboard.press('Tab')
  await Promise.all([visitor.waitForText('The department has been deleted.'), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await row.waitFor()
  await visitor.expectAccessible()
  visitor.expectCleanConsole()
})

test('the list fits on a phone', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await visitor.visit(`${address}?category=departments`)
  await page.getByRole('table', { name: 'Departments' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await visitor.expectAccessible()
})

/** Chooses the last of what an entry can refer to; returns its name. */
async function chooseLast(label: string): Promise<string> {
  const dialog = visitor.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: label }).click()
  const option = dialog.getByRole('option').last()
  const name = (await option.textContent()) ?? ''
  await option.click()
  return name
}

/** Searches, and waits for what is found: a menu that opens before loses the focus when its row moves. */
async function search(name: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toContain(name)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
}

/** Opens a dialog from the menu of a row, once the menu has the focus: the library warns where it goes away before. */
async function actOn(name: string, what: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.locator('[role="menu"]:focus, [role="menu"] :focus').first().waitFor()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** What a field of an entry is changed to. */
function changedText(entry: string, text: string): string {
  if (entry === 'session timeout') return '18'
  return entry === 'internal domain' ? `new.${text}` : `${text} 2`
}

/** What is typed for an entry of each category; the first text names it. */
const entries = [
  {
    category: 'Classification Types and Values',
    entry: 'classification type',
    texts: { Description: 'Shoe sizes', Code: 'SHOE_SIZES' },
  },
  {
    category: 'Classification Types and Values',
    part: 'Classification values',
    entry: 'classification value',
    texts: { Name: 'Forty-two', 'Short name': '42' },
    lookup: 'Type',
  },
  { category: 'Internal Domains', entry: 'internal domain', texts: { Domain: 'zoology.example' } },
  { category: 'Facilities', entry: 'facility', texts: { Code: 'ZOO', Name: 'Zoo' }, changed: 'Name' },
  { category: 'Notification Types', entry: 'notification type', texts: { Name: 'Pigeon', Description: 'By air' } },
  {
    category: 'Password Composition Rules',
    entry: 'password rule',
    texts: { 'Text that users read': 'Think of four words' },
    choice: ['What is checked', 'Nothing: advice only'],
  },
  { category: 'Security Questions', entry: 'security question', texts: { Question: 'What do you feed a zebra?' } },
  { category: 'SMS Carriers', entry: 'SMS carrier', texts: { Name: 'Zebra Mobile', 'Email domain': 'zebra.example' } },
  {
    category: 'Application Configurations',
    entry: 'application configuration',
    texts: { Name: 'zoo.opening-hours', Value: '9 to 5', Description: 'Opening hours' },
    changed: 'Description',
  },
  {
    category: 'Entitlement Report Configurations',
    entry: 'entitlement report configuration',
    employer: 'Employer',
    texts: { 'Client code': 'ZOO' },
    changed: 'Client code',
  },
  {
    category: 'Employer Session Timeout',
    entry: 'session timeout',
    employer: 'Employer',
    texts: { Minutes: '17' },
    changed: 'Minutes',
  },
] as const

test.each(entries.map((given) => [`${given.category}: ${given.entry}`, given.category, given] as const))(
  'an entry of %s is added, changed, deleted and restored (DBMT-012..019, DBMT-021..023, DBMT-025..027, DBMT-082, DBMT-083)',
  async (_title, category, given) => {
    const { page } = visitor
    const { entry, texts } = given
    await page.setViewportSize({ width: 1280, height: 800 })
    await visitor.visit(address)
    await page.getByRole('combobox', { name: 'Category' }).selectOption(category)
    if ('part' in given) await page.getByRole('radio', { name: given.part }).check({ force: true })
    await page.getByRole('button', { name: `Add ${entry}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    let name = String(Object.values(texts)[0])
    if ('lookup' in given) await chooseLast(given.lookup)
    if ('employer' in given) name = await chooseLast(given.employer)
    if ('choice' in given) await dialog.getByRole('combobox', { name: given.choice[0] }).selectOption(given.choice[1])
    for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label, { exact: true }).fill(text)
    await visitor.expectAccessible()
    await Promise.all([
      visitor.waitForText(`The ${entry} has been added.`),
      dialog.getByRole('button', { name: `Save ${entry}` }).click(),
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await search(name)
    const act = (what: string) => actOn(name, what)
    await act('Edit')
    const changed = 'changed' in given ? given.changed : undefined
    const field = dialog.getByLabel(changed ?? (Object.keys(texts)[0] as string), { exact: true })
    const next = changedText(entry, await field.inputValue())
    await field.fill(next)
    if (changed === undefined) name = next
    await Promise.all([
      visitor.waitForText(`The ${entry} has been changed.`),
      dialog.getByRole('button', { name: `Save ${entry}` }).click(),
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await search(name)

    const removeIt = async () => {
      await act('Delete')
      await dialog.getByText('Nothing uses it.').waitFor()
      await Promise.all([
        visitor.waitForText(`The ${entry} has been deleted.`),
        dialog.getByRole('button', { name: `Delete ${entry}` }).click(),
      ])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const actions = page.getByRole('button', { name: `Actions for ${name}`, exact: true })
    await removeIt()
    await actions.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await actions.waitFor()
    await removeIt()
    await actions.waitFor({ state: 'detached' })
    visitor.expectCleanConsole()
  },
)

test('an identity provider is added by its metadata, renamed, deleted and restored (DBMT-024..027, DBMT-063, DBMT-082, DBMT-083)', async () => {
  const { page } = visitor
  await visitor.visit(address)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Saml Identity Provider')
  await page.getByRole('link', { name: 'Open identity providers' }).click()
  await page.getByRole('button', { name: 'Add identity provider' }).click()
  const dialog = page.getByRole('dialog')
  const save = async (message: string) => {
    await Promise.all([
      visitor.waitForText(message),
      dialog.getByRole('button', { name: 'Save identity provider' }).click(),
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoo ID')
  await dialog.getByRole('textbox', { name: 'Metadata' }).fill(new IdentityProvider().metadata())
  await visitor.expectAccessible()
  await save('Identity provider added.')
  await actOn('Zoo ID', 'Edit')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoo sign-on')
  await save('Changes saved.')
  const actions = page.getByRole('button', { name: 'Actions for Zoo sign-on', exact: true })
  const removeIt = async () => {
    await actOn('Zoo sign-on', 'Delete')
    await Promise.all([
      visitor.waitForText('Identity provider deleted.'),
      dialog.getByRole('button', { name: 'Delete identity provider' }).click(),
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await actions.waitFor({ state: 'detached' })
  }
  await removeIt()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await actions.waitFor()
  await removeIt()
  visitor.expectCleanConsole()
})
