import { updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { CAEP_EVENT_TYPE } from '@portico/contract/webhooks/signal-rules.ts'
import { createWebhook } from '@portico/contract/webhooks/webhooks.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { commandRunner } from '../../../../test/command.ts'
import { deliverEvents } from '../../../../test/deliver-events.ts'
import { type FederatedEmployer, federatedEmployer, federatedUser } from '../../../../test/federated-world.ts'
import { startReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { usersCommand } from '../../../commands/users.ts'

const commands = commandRunner()

let former: FederatedEmployer
let present: FederatedEmployer
let admin: Browser
let receiver: WebhookReceiver
let count = 0
beforeAll(async () => {
  const { portal } = commands
  former = await federatedEmployer(portal)
  present = await federatedEmployer(portal)
  const boss = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(boss, ['User Administration', 'Audit Trail'])
  admin = await portal.as(boss)
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  await commands.portal.owner('delete from webhooks')
  receiver.received.length = 0
})

/** A stream of an employer, or of the installation, that names people by their account there. */
const streamOf = async ({ clientId }: { clientId: number | null }, change: { subjectCd?: 'email' } = {}) => {
  const body = {
    webhookNm: `Stream ${++count}`,
    formatCd: 'signals' as const,
    addressTxt: receiver.address,
    eventList: ['session-revoked'],
    audienceTxt: `idp-${clientId}`,
    subjectCd: 'iss_sub' as const,
    clientId,
    ...change,
  }
  return (await admin.call(createWebhook, { params: { uid: admin.userId }, body })).webhookId
}
interface Token {
  jti: string
  aud: string
  sub_id: object
  events: Record<string, { initiating_entity: string }>
}
const delivered = async () => {
  await deliverEvents(commands.portal)
  return receiver.received.map(({ body }) => decodeJwt(body) as unknown as Token)
}
const endSessions = ({ userName }: { userName: string }) => usersCommand(['end-sessions', userName])
const moveTo = ({ id }: { id: number }, { clientId }: FederatedEmployer) =>
  commands.portal.owner('update users set client_id = $1 where id = $2', [clientId, id])

test('a person is named by the account at the company that they sign in from now, never by one of a former employer', async () => {
  const nora = await federatedUser(commands.portal, former, 'nora@former')
  await moveTo(nora, present)
  await streamOf(present)
  await endSessions(nora)
  await commands.portal.owner(
    `insert into federated_identities (provider_id, name_id, user_id, linked_at)
     values ($1, 'nora@present', $2, clock_now() - interval '1 day')`,
    [present.providerId, nora.id],
  )
  await endSessions(nora)
  const byAccount = { format: 'iss_sub', iss: present.provider.entityId, sub: 'nora@present' }
  expect((await delivered()).map(({ sub_id: about }) => about)).toEqual([byAccount, byAccount])
  receiver.received.length = 0
  await commands.portal.owner('delete from federated_identities where provider_id = $1', [present.providerId])
  await endSessions(nora)
  const byEmail = { format: 'email', email: `${nora.userName}@example.test` }
  expect((await delivered()).map(({ sub_id: about }) => about)).toEqual([byEmail])
})

test('an account of the directory names nobody who signs in otherwise by now', async () => {
  const ada = await commands.portal.make.user({ client_id: present.clientId })
  await commands.portal.owner(
    `insert into directory_identities (issuer, subject, user_id) values ('https://directory.example', 'ada', $1)`,
    [ada.id],
  )
  await streamOf(present)
  await endSessions(ada)
  expect(await delivered()).toMatchObject([{ sub_id: { format: 'email' } }])
})

test('what the operator does by a command is a signal, of an administrator', async () => {
  const ben = await commands.portal.make.user({ client_id: present.clientId })
  await streamOf(present)
  await usersCommand(['deactivate', ben.userName])
  await usersCommand(['activate', ben.userName])
  await usersCommand(['reset-password', ben.userName])
  expect((await delivered()).map(({ events }) => events[`${CAEP_EVENT_TYPE}session-revoked`])).toMatchObject([
    { initiating_entity: 'admin', reason_admin: { en: expect.any(String) } },
    { initiating_entity: 'admin', reason_admin: { en: 'Password changed' } },
  ])
})

test('who is inactivated and moved in one save is a signal to both employers, each of whom reads the name that it knows', async () => {
  const eve = await federatedUser(commands.portal, former, 'eve@former')
  const formerEmail = `${eve.userName}@example.test`
  await commands.portal.owner(
    `insert into federated_identities (provider_id, name_id, user_id, linked_at)
     values ($1, 'eve@present', $2, clock_now() + interval '1 hour')`,
    [present.providerId, eve.id],
  )
  await streamOf(former)
  await streamOf(former, { subjectCd: 'email' })
  await streamOf(present)
  await streamOf({ clientId: null })
  const save = (user: object) =>
    admin.call(updateUserDetail, { params: { uid: admin.userId, userId: eve.id }, body: { user } })
  await save({ employerId: present.clientId, userStatus: 2, emailAddress: 'eve.moved@example.test' })
  await save({ emailAddress: 'eve.later@example.test' })
  const tokens = await delivered()
  const subjectsOf = (stream: string) => tokens.filter(({ aud }) => aud === stream).map(({ sub_id: about }) => about)
  // The two streams of the former employer have no order between them.
  const toFormer = subjectsOf(`idp-${former.clientId}`)
  expect(toFormer).toHaveLength(2)
  expect(toFormer).toContainEqual({ format: 'iss_sub', iss: former.provider.entityId, sub: 'eve@former' })
  expect(toFormer).toContainEqual({ format: 'email', email: formerEmail })
  const byAccount = { format: 'iss_sub', iss: present.provider.entityId, sub: 'eve@present' }
  expect(subjectsOf(`idp-${present.clientId}`)).toEqual([byAccount])
  expect(subjectsOf('idp-null')).toEqual([byAccount])
  const revoked = tokens.map(({ events }) => events[`${CAEP_EVENT_TYPE}session-revoked`]?.initiating_entity)
  expect(revoked).toEqual(Array(4).fill('admin'))
  expect(JSON.stringify(tokens.filter(({ aud }) => aud === `idp-${former.clientId}`))).not.toMatch(
    /present|moved|later/,
  )
})

test('a move alone ends no session, and is no signal; the former employer gets nothing that happens afterwards', async () => {
  const ivy = await commands.portal.make.user({ client_id: former.clientId })
  await streamOf(former)
  const save = (user: object) =>
    admin.call(updateUserDetail, { params: { uid: admin.userId, userId: ivy.id }, body: { user } })
  await save({ employerId: present.clientId })
  await save({ userStatus: 2 })
  expect(await delivered()).toEqual([])
})

test('tokens of two streams about one event have ids of their own', async () => {
  const ida = await commands.portal.make.user({ client_id: present.clientId })
  const streams = [await streamOf(present), await streamOf(present)]
  await endSessions(ida)
  const [recorded] = await commands.portal.owner(
    `select id || '.' || floor(extract(epoch from at)) as event from audit_events
      where event = 'authz_admin' and subject_user_id = $1`,
    [ida.id],
  )
  expect(new Set((await delivered()).map(({ jti }) => jti))).toEqual(
    new Set(streams.map((id) => `${id}.${String(recorded?.['event'])}.session-revoked`)),
  )
})
