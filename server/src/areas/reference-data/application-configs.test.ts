import * as employerSettings from '@portico/contract/reference-data/employer-settings.ts'
import * as contract from '@portico/contract/reference-data/reference-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let ann: Browser
let uid: number
beforeAll(async () => {
  portal = await startPortal()
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  ann = await openSession(portal, admin)
  uid = admin.id
})
afterAll(() => portal.close())

const save = (body: object) => ann.send(contract.saveApplicationConfig, { params: { uid }, body: body as never })
const stored = async (id: number) =>
  (await portal.owner('select value, is_secret from application_settings where id = $1', [id]))[0]
interface Config {
  applicationConfigId: number
  configValueTxt: string | null
  version: number
}

test('a secret value is encrypted, and no answer, list, search or event has it (DBMT-058, DBMT-120, DBMT-121, decision I11)', async () => {
  const secret = 'hunter2-in-plain-sight'
  const added = await save({
    configNm: 'gateway.token',
    configValueTxt: secret,
    secretFlg: true,
    descriptionTxt: 'Token',
  })
  expect(added).toMatchObject({
    code: '200',
    data: { configNm: 'gateway.token', configValueTxt: null, secretFlg: 'Y' },
  })
  const { applicationConfigId } = added.data as Config
  const next = `${secret}-2`
  const named = { configNm: 'gateway.token', secretFlg: true }
  await save({ ...named, applicationConfigId, configValueTxt: next })
  const before = await stored(applicationConfigId)
  // What is not typed again stays.
  for (const configValueTxt of ['', null, undefined])
    expect(await save({ ...named, applicationConfigId, configValueTxt, descriptionTxt: 'Same' })).toMatchObject({
      code: '200',
    })
  expect(await stored(applicationConfigId)).toEqual(before)
  const list = await ann.send(contract.listApplicationConfigRows, { query: {} })
  expect(list.text).not.toContain(secret)
  expect((await ann.call(contract.listApplicationConfigRows, { query: { keyword: 'hunter2' } })).length).toBe(0)
  await ann
    .call(contract.removeApplicationConfig, { params: { uid, applicationConfigId }, query: {} })
    .then(async ({ undoId }) => {
      const [offer] = await portal.owner('select snapshot::text from undo_offers where id = $1', [undoId])
      expect(JSON.stringify(offer)).not.toContain(secret)
      await ann.call(contract.restoreApplicationConfig, { params: { uid }, body: { undoId } })
    })
  expect(await stored(applicationConfigId)).toEqual(before)
  const events = await portal.owner("select before, after from audit_events where target_kind = 'application_settings'")
  expect(events.length).toBe(5)
  expect(JSON.stringify([events, before])).not.toContain(secret)
})

test('a secret becomes readable only with a new value, and a readable value can become secret', async () => {
  const { data } = await save({ configNm: 'relay.key', configValueTxt: 'open-value', secretFlg: false })
  const { applicationConfigId, configValueTxt } = data as Config
  expect(configValueTxt).toBe('open-value')
  const entry = { configNm: 'relay.key', applicationConfigId }
  expect(await save({ ...entry, secretFlg: true })).toMatchObject({ data: { configValueTxt: null } })
  expect((await stored(applicationConfigId))?.['value']).not.toContain('open-value')
  for (const value of [{}, { configValueTxt: '' }, { configValueTxt: null }])
    expect(await save({ ...entry, ...value, secretFlg: false })).toMatchObject({
      status: 422,
      data: [{ field: 'configValueTxt' }],
    })
  expect(await save({ ...entry, configValueTxt: 'public', secretFlg: false })).toMatchObject({
    data: { configValueTxt: 'public', secretFlg: 'N' },
  })
})

test('a session timeout of an employer is the one that its users’ sessions have (DBMT-023, DBMT-062, DBMT-125, DBMT-126, decision B18)', async () => {
  const employerId = await portal.make.client()
  const timeout = (timeoutMinutesCnt: number) =>
    ann.call(employerSettings.saveSessionTimeout, { params: { uid }, body: { employerId, timeoutMinutesCnt } })
  expect(await timeout(15)).toMatchObject({ employerId, timeoutMinutesCnt: 15, version: 1 })
  expect(await timeout(25)).toMatchObject({ timeoutMinutesCnt: 25, version: 2 })
  const minutes = () => portal.owner('select idle_minutes from clients where id = $1', [employerId])
  expect(await minutes()).toEqual([{ idle_minutes: 25 }])
  await ann.call(employerSettings.removeSessionTimeout, { params: { uid, employerId }, query: {} })
  expect(await minutes()).toEqual([{ idle_minutes: null }])
})

test('an employer has one entitlement report configuration (DBMT-022, DBMT-059..061, DBMT-122..124)', async () => {
  const employerId = await portal.make.client()
  const config = { employerId, clientCd: 'NG', enableFlg: true }
  expect(await ann.call(employerSettings.addEntitlementConfig, { params: { uid }, body: config })).toMatchObject(config)
  expect(await ann.send(employerSettings.addEntitlementConfig, { params: { uid }, body: config })).toMatchObject({
    status: 422,
    data: [{ field: 'employerId' }],
  })
})
