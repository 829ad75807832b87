import {
  saveSignOnSettings,
  type SignOnCheck,
  dryRunSignOn,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { makeApplication, permit } from '../../../test/openid-application.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { holderOf, launched, samlApplication } from '../../../test/saml-application.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal()
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['Database Maintenance'])
  admin = await portal.as(user)
})
afterAll(() => portal.close())

const paramsOf = (browser: Browser, appSystemId: number) => ({ uid: browser.userId, appSystemId })
const dryRun = (systemId: number, userId: number) =>
  admin.call(dryRunSignOn, { params: paramsOf(admin, systemId), body: { userId } })
const passed = ({ checks }: Awaited<ReturnType<typeof dryRun>>, code: SignOnCheck) =>
  checks.find(({ checkCd }) => checkCd === code)?.passedFlg
const traces = async () =>
  portal.owner(
    `select (select count(*) from pairwise_names) as names, (select count(*) from application_sessions) as sessions,
            (select count(*) from oidc_state) as state, (select count(*) from system_account_choices) as choices`,
  )

test('a dry run shows what a SAML launch really sends, and leaves an audit event alone (issue 13)', async () => {
  const application = await samlApplication(portal)
  const { user, browser } = await holderOf(portal, application)
  const before = await traces()
  const result = await dryRun(application.systemId, user.id)
  expect(await traces()).toEqual(before)
  expect(result.checks.filter(({ passedFlg }) => !passedFlg)).toEqual([])
  expect(result).toMatchObject({ protocolCd: 'saml', user: { userId: user.id, userNm: user.userName } })
  const profile = await application.receive((await launched(browser, application)).fields)
  expect(result.sent).toMatchObject({
    nameTxt: profile.nameID,
    nameFormatTxt: profile.nameIDFormat,
    issuerTxt: profile.issuer,
    audienceTxt: application.entityId,
    recipientUrlTxt: application.acsUrl,
    encryptedFlg: false,
  })
  const sent = Object.fromEntries(result.sent?.attributes.map((one) => [one.attributeNm, one.valueList[0]]) ?? [])
  expect(sent).toEqual({ ...profile.attributes })
  const [event] = await portal.owner(
    "select subject_user_id as subject, after from audit_events where event = 'sign_on_tried' and target_id = $1",
    [String(application.systemId)],
  )
  expect(event).toEqual({ subject: user.id, after: null })
})

test('a pairwise name is announced, not made', async () => {
  const application = await samlApplication(portal, { name_source: 'pairwise', name_id_format: 'persistent' })
  const { user, browser } = await holderOf(portal, application)
  const result = await dryRun(application.systemId, user.id)
  expect(result.sent?.nameTxt).toBeNull()
  expect(passed(result, 'NAME')).toBe(true)
  expect(await portal.owner('select from pairwise_names where user_id = $1', [user.id])).toEqual([])
  const { nameID } = await application.receive((await launched(browser, application)).fields)
  expect((await dryRun(application.systemId, user.id)).sent?.nameTxt).toBe(nameID)
})

test('the gate that a user lacks is named, and what would be sent is shown all the same', async () => {
  const application = await samlApplication(portal)
  const user = await portal.make.user()
  const result = await dryRun(application.systemId, user.id)
  expect(passed(result, 'PERMISSION')).toBe(false)
  expect(result.pages[0]?.gates).toContainEqual({ gateCd: 'APPLICATION_GRANTED', stateCd: 'failed' })
  expect(result.sent?.nameTxt).toBe(user.userName)
})

test('a user without an account has no name for an application that goes by accounts', async () => {
  const application = await samlApplication(portal, { name_source: 'system-account' })
  const { user } = await holderOf(portal, application)
  const result = await dryRun(application.systemId, user.id)
  expect(passed(result, 'NAME')).toBe(false)
  expect(result.sent).toBeNull()
})

test('claims of an OpenID Connect application are shown with its redirect address', async () => {
  const application = await makeApplication(portal, { attributes: { email: 'email', account: 'account' } })
  const user = await portal.make.user()
  await permit(portal, user, application)
  const before = await traces()
  const result = await dryRun(application.systemId, user.id)
  expect(await traces()).toEqual(before)
  expect(passed(result, 'PERMISSION')).toBe(true)
  expect(result.checks.find(({ checkCd }) => checkCd === 'ATTRIBUTES')).toMatchObject({ detailTxt: 'account' })
  expect(result.sent).toMatchObject({
    nameTxt: user.userName,
    nameFormatTxt: null,
    audienceTxt: application.clientId,
    recipientUrlTxt: 'https://app.example.test/callback',
    attributes: [{ attributeNm: 'email', valueList: [`${user.userName}@example.test`] }],
  })
})

test('a system without single sign-on is checked for the permission alone, unless its pages need it; unknown users and systems are not found', async () => {
  const systemId = await portal.make.system()
  const user = await portal.make.user()
  const result = await dryRun(systemId, user.id)
  expect([result.checks.map(({ checkCd }) => checkCd), result.sent]).toEqual([['PERMISSION'], null])
  const unset = await dryRun(await portal.make.system({ is_saml_post: true }), user.id)
  expect([passed(unset, 'SETTINGS'), unset.sent]).toEqual([false, null])
  const status = async (system: number, userId: number) =>
    (await admin.send(dryRunSignOn, { params: paramsOf(admin, system), body: { userId } })).status
  expect(await status(2_000_000_000, user.id)).toBe(404)
  expect(await status(systemId, 2_000_000_000)).toBe(404)
})

test('an administrator of users runs it for users of their scope alone, and gets no page for internal users named (E4, S41)', async () => {
  const application = await samlApplication(portal)
  const made = await portal.make.user({ client_id: await portal.make.client() })
  await portal.make.adminPages(made, ['User Administration'])
  const elsewhere = await openSession(portal, made)
  const params = paramsOf(elsewhere, application.systemId)
  const statusFor = async (userId: number) => (await elsewhere.send(dryRunSignOn, { params, body: { userId } })).status
  const colleague = await portal.make.user({ client_id: made.clientId })
  const { sent } = await elsewhere.call(dryRunSignOn, { params, body: { userId: colleague.id } })
  expect(sent?.nameTxt).toBe(colleague.userName)
  expect(await statusFor((await portal.make.user()).id)).toBe(404)
  await portal.owner('update pages set is_internal_only = true where system_id = $1', [application.systemId])
  expect(await statusFor(colleague.id)).toBe(404)
})

test('external administrators change no settings, and users without the page get no dry run', async () => {
  const systemId = await portal.make.system()
  const external = await portal.make.user()
  await portal.make.adminPages(external, ['Database Maintenance'])
  const body = { protocolCd: 'none' as const }
  for (const user of [external, await portal.make.user({ is_internal: true })]) {
    const browser = await portal.as(user)
    expect((await browser.send(saveSignOnSettings, { params: paramsOf(browser, systemId), body })).status).toBe(403)
  }
  const plain = await portal.as(await portal.make.user({ is_internal: true }))
  const refused = await plain.send(dryRunSignOn, { params: paramsOf(plain, systemId), body: { userId: external.id } })
  expect(refused.status).toBe(403)
})
