import {
  createWebhook,
  getWebhookOptions,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '@portico/contract/webhooks/webhooks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { webhooksBy } from '../../../test/webhooks.ts'

const ADDRESS = 'https://siem.example.com/portico'

let portal: Portal
let boss: MadeUser
let admin: Browser
beforeAll(async () => {
  ;({ portal, admin: boss, browser: admin } = await startWithAdmin(['Audit Trail']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from webhooks')
})

const { uid, one, hook, add } = webhooksBy(
  () => admin,
  () => ADDRESS,
  [],
)
const wanted = (change: object) => ({ clientId: null, ...hook(change) })
const refusedAdd = (change: object) => admin.send(createWebhook, { params: uid(), body: wanted(change) })

test('an address of the own network, or without encryption on the internet, is refused where I enter it', async () => {
  for (const address of ['https://10.1.2.3/', 'https://[fd00::1]/', 'https://169.254.169.254/', 'https://100.64.0.1/'])
    expect(await refusedAdd({ addressTxt: address })).toMatchObject({
      code: '422',
      data: [{ field: 'addressTxt', message: 'The portal doesn’t call this address. Enter one of the internet.' }],
    })
  for (const address of [
    'ftp://example.com/',
    'http://example.com/',
    'http://localhost.example.com/',
    'example.com',
    'https://me:secret@example.com/',
    'https://example.com/#a',
  ])
    expect(await refusedAdd({ addressTxt: address })).toMatchObject({ data: [{ field: 'addressTxt' }] })
})

test('in a trial, an address of this machine needs no encryption, which the form says', async () => {
  expect(await admin.call(getWebhookOptions, { params: uid() })).toMatchObject({ localFlg: true })
  for (const address of ['http://localhost:9000/', 'http://127.0.0.2/', 'http://[::1]/'])
    expect((await add({ addressTxt: address })).webhookId).toBeGreaterThan(0)
})

test('an address of the portal itself is refused where I enter it, at the port of users and that of operations', async () => {
  const ports = [new URL(portal.origin).port, portal.config.opsPort]
  const message = 'This is an address of the portal itself. Enter that of your receiver.'
  for (const port of ports)
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]', '[::ffff:127.0.0.1]'])
      for (const scheme of ['http', 'https'])
        expect(await refusedAdd({ addressTxt: `${scheme}://${host}:${port}/metrics` })).toMatchObject({
          code: '422',
          data: [{ field: 'addressTxt' }],
        })
  expect((await refusedAdd({ addressTxt: `http://localhost:${ports[1]}/metrics` })).data).toEqual([
    { field: 'addressTxt', message },
  ])
  const { webhookId } = await add({})
  const body = { ...hook({ addressTxt: `${portal.origin}/` }), enabledFlg: true }
  expect((await admin.send(updateWebhook, { params: one(webhookId), body })).data).toEqual([
    { field: 'addressTxt', message },
  ])
})

test('a webhook with an address that is refused by now can be switched off, but neither moved to another such one nor switched on', async () => {
  const { webhookId } = await add({})
  const own = `${portal.origin}/`
  await portal.owner('update webhooks set address = $2 where id = $1', [webhookId, own])
  const save = (addressTxt: string, enabledFlg: boolean) =>
    admin.send(updateWebhook, { params: one(webhookId), body: { ...hook({ addressTxt }), enabledFlg } })
  expect(await save(own, true)).toMatchObject({ code: '422', data: [{ field: 'addressTxt' }] })
  expect(await save(own, false)).toMatchObject({ code: '200' })
  expect(await portal.owner('select state from webhooks where id = $1', [webhookId])).toEqual([{ state: 'off' }])
  expect(await save(`${own}metrics`, false)).toMatchObject({ code: '422', data: [{ field: 'addressTxt' }] })
  expect(await save(own, true)).toMatchObject({ code: '422' })
})

test('what cannot be is refused at its field', async () => {
  const { webhookId } = await add({ webhookNm: 'SIEM' })
  expect(await refusedAdd({ webhookNm: ' siem ' })).toMatchObject({ data: [{ field: 'webhookNm' }] })
  expect(await refusedAdd({ webhookNm: '' })).toMatchObject({ data: [{ field: 'webhookNm' }] })
  expect(await refusedAdd({ webhookNm: 'n'.repeat(101) })).toMatchObject({ data: [{ field: 'webhookNm' }] })
  expect(await refusedAdd({ addressTxt: '' })).toMatchObject({ data: [{ field: 'addressTxt' }] })
  expect(await refusedAdd({ addressTxt: `https://a.test/${'x'.repeat(500)}` })).toMatchObject({ code: '422' })
  expect(await refusedAdd({ eventList: ['no_such'] })).toMatchObject({ data: [{ field: 'eventList' }] })
  expect(await refusedAdd({ clientId: 999_999 })).toMatchObject({ data: [{ field: 'clientId' }] })
  const params = one(webhookId)
  const refused = (fromDay: string) => admin.send(replayWebhook, { params, body: { fromDay } })
  expect((await refused('2999-01-01')).message).toBe('Choose today or an earlier day.')
  expect((await refused('2020-01-01')).message).toBe('At most 90 days back.')
  const overlap = await admin.send(rotateWebhookSecret, { params, body: { overlapHours: 73 } })
  expect(overlap.message).toBe('At most 72 hours.')
  await portal.owner(
    `insert into webhooks (name, address, owner_id, sealed_secret, position, state)
     select 'Full ' || n, 'https://a.test/', $1, 'test.x', 0, 'off' from generate_series(1, 49) n`,
    [boss.id],
  )
  expect((await refusedAdd({})).message).toBe('There are 50 webhooks already. Delete one first.')
})

test('a change over that of another administrator is refused, and names them', async () => {
  const { webhookId } = await add({ webhookNm: 'SIEM 2' })
  const [before] = await admin.call(listWebhooks, { params: uid(), query: {} })
  const changed = { webhookNm: 'SIEM 3', addressTxt: ADDRESS, eventList: [], enabledFlg: true }
  await admin.call(updateWebhook, { params: one(webhookId), body: changed })
  const body = {
    webhookNm: 'SIEM 4',
    addressTxt: ADDRESS,
    eventList: [],
    enabledFlg: true,
    version: before?.version,
  }
  const refused = await admin.send(updateWebhook, { params: one(webhookId), body })
  expect(refused).toMatchObject({ code: '409' })
  expect(refused.message).toContain('changed this webhook after you opened it')
  await portal.owner('update webhooks set changed_by = null')
  expect((await admin.send(updateWebhook, { params: one(webhookId), body })).message).toBe(
    'This webhook was changed after you opened it. Load the current state, then save again.',
  )
})
