import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRunSignOn, saveSignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { closeBrowser, newVisitor, openBrowser, origin, type Visitor } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

/** The SAML application of the demo, as its operator hands its metadata over. */
const metadata = () => `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"
  entityID="urn:portico:demo:learning-center">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" isDefault="true" index="0"
      Location="${origin()}/demo-application/learning-center"/>
  </SPSSODescriptor>
</EntityDescriptor>`

const pictures = process.env['SSO_PICTURES']
async function picture({ page }: Visitor, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

async function openEntry({ page }: Visitor, entry: string) {
  await page.getByRole('button', { name: 'Actions for Learning Center' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  return page.getByRole('dialog')
}

/** Runs the dry run for a user, and returns the drawer with the result. */
async function dryRunFor(visitor: Visitor, userName: string) {
  const drawer = await openEntry(visitor, 'Dry run')
  await visitor.choose(drawer, { field: 'User', text: userName, option: new RegExp(userName.replace('.', '\\.')) })
  await Promise.all([
    visitor.responseTo(dryRunSignOn),
    drawer.getByRole('button', { name: 'Dry run', exact: true }).click(),
  ])
  await drawer.getByText(/ would be signed in\.$/).waitFor()
  return drawer
}

const PAGE = '/content-authenticated/database-maintenance/single-sign-on'

test('an administrator registers an application by its metadata, sees what it would get of a user, and the user opens it signed on (issue 13)', async () => {
  const admin = await newVisitor()
  await admin.signIn('portal.admin')
  await admin.visit(PAGE)
  await admin.page.getByRole('button', { name: 'Actions for Learning Center' }).waitFor()
  await admin.expectAccessible()
  await picture(admin, 'list')

  const dialog = await openEntry(admin, 'Edit settings')
  await dialog.getByRole('textbox', { name: 'Metadata' }).fill(metadata())
  await admin.expectAccessible()
  await picture(admin, 'settings')
  const [saved] = await Promise.all([
    admin.responseTo(saveSignOnSettings),
    dialog.getByRole('button', { name: 'Save settings' }).click(),
  ])
  expect(saved?.status()).toBe(200)
  await dialog.waitFor({ state: 'hidden' })

  const drawer = await dryRunFor(admin, 'other.user')
  expect(await drawer.getByRole('table', { name: 'What would be sent' }).innerText()).toContain('other.user')
  await admin.expectAccessible()
  await picture(admin, 'dry-run')

  const user = await newVisitor()
  await user.signIn('other.user')
  const [application] = await Promise.all([
    user.page.waitForEvent('popup'),
    user.page.getByRole('button', { name: 'Learning', exact: true }).first().click(),
  ])
  await application.getByRole('heading', { name: 'Welcome to Learning Center' }).waitFor()
  expect(await application.locator('main, body').first().innerText()).toContain('other.user')
})

test('on a telephone the settings and the dry run fit the screen, in dark colors too', async () => {
  const visitor = await newVisitor({ width: 360, dark: true })
  await visitor.signIn('portal.admin')
  await visitor.visit(PAGE)
  await visitor.page.getByRole('button', { name: 'Actions for Learning Center' }).waitFor()
  await visitor.expectNoHorizontalScroll()
  await picture(visitor, 'list-360')
  const dialog = await openEntry(visitor, 'Edit settings')
  await dialog.getByRole('textbox', { name: 'Metadata' }).waitFor()
  await visitor.expectAccessible()
  await visitor.expectNoHorizontalScroll()
  await picture(visitor, 'settings-360')
  await visitor.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await dryRunFor(visitor, 'other.user')
  await visitor.expectAccessible()
  await visitor.expectNoHorizontalScroll()
  await picture(visitor, 'dry-run-360')
})
