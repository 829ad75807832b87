import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../server/test/free-port.ts'
import { directoryCalls, groupOf, patchOf, personOf } from '../server/test/scim.ts'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

const root = path.resolve(import.meta.dirname, '..')
const CLIENT = 'Meridian Health Partners'
const PERSON = 'external.user'
const SYSTEM = 'Campaign Studio'

let folder: string
let portal: RunningPortal
let call: ReturnType<typeof directoryCalls>

beforeAll(async () => {
  folder = await createTempFolder()
  const environment = { PORT: String(await freePort()) }
  portal = await startServer(environment, folder)
  const words = ['--name', 'Entra ID', '--owner', 'portal.admin', '--scopes', 'scim', '--client', CLIENT, '--days', '9']
  const { stdout } = await promisify(execFile)(process.execPath, serverArguments('token', 'create', ...words), {
    cwd: root,
    env: { PATH: process.env['PATH'], ...compiledCode, PORTAL_DATA_DIR: path.join(folder, 'data'), ...environment },
  })
  call = directoryCalls(portal.origin, /portico_\w+/.exec(stdout)?.[0] ?? '')
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a company’s directory provides a person, who gets a tile by a group, and cannot sign in once they have left', async () => {
  const portalOrigin = portal.origin
  const provided = await call('POST', '/Users', personOf(PERSON, { externalId: 'object-1', active: true }))
  expect(provided.status).toBe(201)
  const id = String(provided.body['id'])
  const group = await call('POST', '/Groups', groupOf('marketing-all', { externalId: 'object-2' }))

  const admin = await newVisitor({ portalOrigin })
  await admin.signIn('portal.admin')
  await admin.visit('/content-authenticated/administration/client-settings?name=Meridian')
  const client = admin.page.getByRole('link', { name: CLIENT }).first()
  await admin.visit(`${await client.getAttribute('href')}?tab=directory`)
  await admin.page.getByRole('row', { name: /marketing-all/ }).waitFor()
  await admin.expectAccessible()
  await admin.page.getByRole('button', { name: 'Actions for marketing-all' }).press('Enter')
  await admin.page.getByRole('menuitem', { name: 'Change access…' }).press('Enter')
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: `${SYSTEM}: Assigned` }).press('Space')
  const pages = dialog.getByRole('group', { name: `${SYSTEM}: Pages` }).getByRole('checkbox')
  await pages.first().waitFor()
  for (const page of await pages.all()) await page.press('Space')
  await admin.page.getByRole('button', { name: 'Review' }).press('Enter')
  await admin.page.getByText('No member’s access changes now. It counts for those who join.').waitFor()
  await admin.expectAccessible('[role=dialog]')
  await Promise.all([
    admin.waitForText('Saved. Members get and lose access at once'),
    admin.page.getByRole('button', { name: 'Save' }).press('Enter'),
  ])

  const visitor = await newVisitor({ portalOrigin })
  await visitor.signIn(PERSON)
  await visitor.waitForContent()
  const before = await visitor.tileNames()
  const join = patchOf({ op: 'Add', path: 'members', value: [{ value: id }] })
  expect((await call('PATCH', `/Groups/${String(group.body['id'])}`, join)).status).toBe(204)
  await visitor.page.reload()
  await visitor.waitForHome()
  await expect.poll(async () => (await visitor.tileNames()).length).toBe(before.length + 1)

  const leave = patchOf({ op: 'Replace', path: 'active', value: 'False' })
  expect((await call('PATCH', `/Users/${id}`, leave)).status).toBe(200)
  await visitor.page.reload()
  await visitor.page.getByLabel('User ID').waitFor()
  await visitor.visit('/login')
  await visitor.fillSignIn(PERSON)
  await visitor.page.getByRole('alert').first().waitFor()
  expect(await visitor.page.getByRole('heading', { name: 'Applications' }).count()).toBe(0)
})
