import { dryRunSignOn } from '@portico/contract/sign-on-dry-run.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let admin: Browser
let user: MadeUser
let system: number
let page: number
beforeAll(async () => {
  portal = await startPortal()
  const made = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(made, ['User Administration'])
  admin = await openSession(portal, made)
})
afterAll(() => portal.close())
beforeEach(async () => {
  user = await portal.make.user({ first_name: 'Bea', last_name: 'Ivers' })
  system = await portal.make.system({ is_saml_post: true })
  page = await portal.make.page({
    system_id: system,
    section_id: await portal.make.section(),
    location: null,
  })
  await portal.make.grant(user, { systemId: system, pageId: page })
})

const params = (browser = admin, userId = user.id, pageId = page) => ({
  uid: browser.userId,
  userId,
  tilePageId: pageId,
})
const dryRun = () => admin.call(dryRunSignOn, { params: params() })
const failed = async () => (await dryRun()).checks.filter(({ passedFlg }) => !passedFlg).map(({ checkCd }) => checkCd)

const settings = (protocol: 'saml' | 'oidc', columns: Record<string, unknown> = {}) => {
  const all: Record<string, unknown> = {
    system_id: system,
    protocol,
    attributes: JSON.stringify({ mail: 'email', name: 'display-name', staff: 'is-internal' }),
    ...columns,
  }
  const names = Object.keys(all)
  return portal.owner(
    `insert into single_sign_on_settings (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(all),
  )
}
const saml = { entity_id: 'urn:app', acs_addresses: JSON.stringify([{ url: 'https://app.test/acs', index: '' }]) }

test('shows what a SAML application would get, and stores nothing', async () => {
  await settings('saml', { ...saml, entity_id: `urn:app:${system}`, name_source: 'email' })
  expect(await dryRun()).toMatchObject({
    protocolCd: 'saml',
    addressTxt: 'https://app.test/acs',
    audienceTxt: `urn:app:${system}`,
    nameTxt: `${user.userName}@example.test`,
    nameMadeLaterFlg: false,
    encryptedFlg: false,
    attributes: [
      { attributeNm: 'mail', values: [`${user.userName}@example.test`] },
      { attributeNm: 'name', values: ['Bea Ivers'] },
      { attributeNm: 'staff', values: ['N'] },
    ],
  })
  expect(await failed()).toEqual([])
  expect(await portal.owner('select from application_sessions where system_id = $1', [system])).toEqual([])
})

test('shows the claims of an OpenID Connect application; a random name is made at the first sign-on only', async () => {
  await settings('oidc', {
    client_id: `app-${system}`,
    redirect_addresses: ['https://app.test/callback'],
    name_source: 'pairwise',
  })
  expect(await dryRun()).toMatchObject({
    protocolCd: 'oidc',
    addressTxt: 'https://app.test/callback',
    audienceTxt: `app-${system}`,
    nameTxt: null,
    nameMadeLaterFlg: true,
  })
  expect(await failed()).toEqual([])
  expect(await portal.owner('select from pairwise_names where system_id = $1', [system])).toEqual([])
})

test('names every check that fails', async () => {
  expect(await failed()).toEqual(['SETTINGS', 'ADDRESS', 'NAME'])
  await settings('saml', { ...saml, entity_id: `urn:app:${system}`, name_source: 'system-account' })
  expect(await failed()).toEqual(['NAME'])
  await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1', [user.id])
  await portal.owner('update pages set is_link_enabled = false where id = $1', [page])
  expect(await failed()).toEqual(['PAGE_VISIBLE', 'LINK_ENABLED', 'NAME'])
})

test('a plain page has an address, and nothing is sent', async () => {
  await portal.owner('update systems set is_saml_post = false where id = $1', [system])
  await portal.owner("update pages set location = 'https://plain.test/start' where id = $1", [page])
  expect(await dryRun()).toMatchObject({
    protocolCd: 'address',
    addressTxt: 'https://plain.test/start',
    attributes: [],
  })
  expect(await failed()).toEqual([])
})

test('is for administrators of the user, and names no page for internal users to others (E4, S41)', async () => {
  const made = await portal.make.user({ client_id: await portal.make.client() })
  await portal.make.adminPages(made, ['User Administration'])
  const elsewhere = await openSession(portal, made)
  expect((await elsewhere.send(dryRunSignOn, { params: params(elsewhere) })).status).toBe(404)
  await portal.owner('update pages set is_internal_only = true where id = $1', [page])
  expect((await elsewhere.send(dryRunSignOn, { params: params(elsewhere, made.id) })).status).toBe(404)
})
