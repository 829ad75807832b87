import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

/** `npm run pictures` replaces those of the README; otherwise the test only checks that they can be taken. */
const wanted = process.env['PORTICO_PICTURES']
let folder: string
beforeAll(async () => {
  folder = wanted ?? (await mkdtemp(path.join(tmpdir(), 'portico-pictures-')))
  await mkdir(folder, { recursive: true })
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  if (wanted === undefined) await rm(folder, { recursive: true, force: true })
})

async function picture(visitor: Visitor, name: string): Promise<number> {
  // Parts of a page load after it.
  await visitor.page.waitForLoadState('networkidle')
  await visitor.waitForContent()
  return (await visitor.page.screenshot({ path: path.join(folder, `${name}.png`) })).length
}

test('the pictures of the README show the sign-in', async () => {
  const visitor = await newVisitor()
  await visitor.visit('/login')
  await visitor.page.getByLabel('User ID').waitFor()
  expect(await picture(visitor, 'sign-in-light')).toBeGreaterThan(10_000)
})

test.each(['light', 'dark'])('the pictures of the README show home in %s mode', async (mode) => {
  const visitor = await newVisitor({ dark: mode === 'dark' })
  await visitor.signIn('external.user')
  expect(await picture(visitor, `home-${mode}`)).toBeGreaterThan(10_000)
  await visitor.signOut()
})

test('the pictures of the README show the administration', async () => {
  const visitor = await newVisitor()
  await visitor.signIn('portal.admin')
  const screens = {
    overview: '/content-authenticated/administration/overview',
    'user-overview': '/content-authenticated/administration/user-profile/1003/overview',
    users: '/content-authenticated/administration',
    permissions: '/content-authenticated/administration/user-profile/1003/permissions',
    brand: '/content-authenticated/administration/client-settings/2',
    catalog: '/content-authenticated/administration/application-search',
  }
  for (const [name, address] of Object.entries(screens)) {
    await visitor.visit(address)
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await picture(visitor, name)).toBeGreaterThan(10_000)
  }
  await visitor.signOut()
})
