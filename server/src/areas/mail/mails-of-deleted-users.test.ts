import { deleteUser } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { jobContext } from '../../../test/job-context.ts'
import { mailSamples } from '../../../test/mail-samples.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import { createLogger } from '../../logging.ts'
import { textService } from '../texts/public.ts'
import { deliverMailJob } from './deliver-mail.job.ts'
import { type NewMail, addMails } from './outbox-store.ts'
import { retryDeadMail } from './undelivered-mail-actions.ts'
import type { Db } from '../../db/database.ts'

let portal: Portal
let admin: Browser
let db: Db
let client: number
beforeAll(async () => {
  portal = await startPortal()
  db = portal.database.jobs
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  admin = await portal.as(user)
  client = await portal.make.client()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from outbox_mails'))

const ADDRESS = 'shared@harbor.test'
const made = (first_name: string) => portal.make.user({ first_name, email: ADDRESS, client_id: client })
const remove = (user: MadeUser) => admin.call(deleteUser, { params: { uid: admin.userId }, body: { userId: user.id } })

const add = (mails: readonly NewMail[]) => db.transact(everything, (tx) => addMails(tx, mails))
const statesBy = async (key: string) =>
  (await portal.owner('select dedupe_key, state, fields from outbox_mails where dedupe_key like $1 order by id', [
    `${key}%`,
  ])) as { dedupe_key: string; state: string; fields: object }[]

/** Sends what is due, five at a time, and returns the addresses; `meanwhile` runs once, as the first mails leave. */
async function deliver(meanwhile: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const sent: string[] = []
  let isOver: Promise<unknown> | undefined
  const job = deliverMailJob({
    db,
    transport: {
      send: async ({ to }) => {
        await (isOver ??= meanwhile())
        sent.push(to)
      },
    },
    compose: createMailComposer(portal.config),
    texts: textService(portal.database.jobs, 'en'),
    host: 'portal.test',
    isMailbox: false,
    issueFirstPassword: async () => false,
  })
  const logger = createLogger('silent', 'test')
  await job.run({}, jobContext({ logger }))
  return sent
}

test('no mail of any kind that waits for a deleted user is sent or kept; those of others at the same address are', async () => {
  const deleted = await made('Ada')
  await made('Bob')
  const contents = mailSamples(keyRing(portal.config.secretKeys)).filter(({ fields }) => 'firstName' in fields)
  expect(contents.length).toBeGreaterThan(20)
  const mailsTo = (key: string, firstName: string) =>
    contents.map((content, n) => {
      const fields = { ...content.fields, firstName, validUntil: new Date(Date.now() + 3_600_000).toISOString() }
      return { ...content, fields, dedupeKey: `${key}:${n}`, to: ADDRESS, clientId: client } as NewMail
    })
  await add([...mailsTo('deleted', 'Ada'), ...mailsTo('other', 'Bob')])
  await portal.owner(`update outbox_mails set state = 'dead' where dedupe_key in ('deleted:1', 'other:1')`)
  await portal.owner(`update outbox_mails set state = 'sent' where dedupe_key = 'deleted:2'`)
  await remove(deleted)
  const dropped = await statesBy('deleted')
  expect(dropped.map(({ state }) => state)).toEqual(contents.map((_, n) => (n === 2 ? 'sent' : 'discarded')))
  expect(dropped.filter(({ state, fields }) => state !== 'sent' && Object.keys(fields).length > 0)).toEqual([])
  expect((await statesBy('other')).filter(({ state }) => state === 'discarded')).toEqual([])
  expect(await deliver()).toHaveLength(contents.length - 1)
})

test('of two users of one name and address, a mail is for the one at the client of the mail', async () => {
  const elsewhere = await portal.make.user({ first_name: 'Eve', email: ADDRESS })
  await made('Eve')
  const mail = { template: 'license-reminder', fields: { firstName: 'Eve' }, to: ADDRESS } as const
  await add([
    { ...mail, clientId: client, dedupeKey: 'eve:here' },
    { ...mail, clientId: elsewhere.clientId, dedupeKey: 'eve:elsewhere' },
  ])
  await remove(elsewhere)
  expect((await statesBy('eve')).map(({ state }) => state)).toEqual(['waiting', 'discarded'])
})

test('a mail that is written for a user after their deletion is not sent, nor can anybody send it again', async () => {
  const deleted = await made('Carl')
  await remove(deleted)
  const mail = { template: 'license-reminder', fields: { firstName: 'Carl' }, clientId: client } as const
  await add([
    { ...mail, to: ADDRESS, dedupeKey: 'late:address' },
    { ...mail, to: 'carl@phone.test', readerId: deleted.id, dedupeKey: 'late:reader' },
  ])
  const late = await statesBy('late')
  expect(late.map(({ state }) => state)).toEqual(['discarded', 'discarded'])
  const [row] = await portal.owner(`select id from outbox_mails where dedupe_key = 'late:reader'`)
  expect(await db.transact(everything, (tx) => retryDeadMail(tx, Number(row?.['id'])))).toBe(false)
  expect(await deliver()).toEqual([])
})

test('a mail that was taken for delivery before its reader was deleted does not leave', async () => {
  const deleted = await made('Dora')
  const mail = { template: 'license-reminder', fields: { firstName: 'Dora' }, clientId: client } as const
  const others = [1, 2, 3, 4, 5].map((n) => `other${n}@harbor.test`)
  await add([
    ...others.map((to) => ({ ...mail, to, dedupeKey: `taken:${to}` })),
    { ...mail, to: ADDRESS, dedupeKey: 'taken:last' },
  ])
  expect((await deliver(() => remove(deleted))).toSorted()).toEqual(others)
  expect(await statesBy('taken:last')).toMatchObject([{ state: 'discarded' }])
})
