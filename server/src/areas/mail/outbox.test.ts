import { tenDigitPhones } from '@portico/contract/phones/phone-numbers.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../../test/database.ts'
import type { Database, Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { createLogger } from '../../logging.ts'
import { type Mail, MailRefused, type MailTransport } from '../../ports/mail/mail-transport.ts'
import { textService } from '../texts/public.ts'
import { deliverMailJob } from './deliver-mail.job.ts'
import { readMailbox } from './mailbox.ts'
import { mailComposer } from './compose-mail.ts'
import { type NewMail, addMail } from './outbox-store.ts'

let clone: TestDatabase
let database: Database
let db: Db
let nodes: Jobs[] = []

beforeAll(async () => {
  clone = await cloneDatabase()
  database = await openWithLongTimeouts(clone)
  db = database.jobs
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})
beforeEach(async () => {
  await asOwner(clone, `delete from outbox_mails; select set_clock_offset('0')`)
  return async () => {
    for (const node of nodes) await node.stop()
    nodes = []
  }
})

const compose = mailComposer({
  keys: keyRing([{ id: 'test', key: 'k'.repeat(32) }]),
  portalUrl: new URL('https://portal.example.test'),
  timeZone: 'America/Chicago',
  phones: tenDigitPhones,
})

const mail = ({
  title = 'Welcome',
  ...more
}: Partial<Pick<NewMail, 'dedupeKey' | 'to'>> & { title?: string }): NewMail => ({
  dedupeKey: 'welcome:1',
  to: 'ada@example.test',
  clientId: null,
  template: 'announcement',
  fields: { title, text: 'Hello' },
  ...more,
})
const add = (more: Parameters<typeof mail>[0] = {}) => db.transact(everything, (tx) => addMail(tx, mail(more)))
const entries = () => readMailbox(database.requests, compose)
const states = async () => (await entries()).map(({ to, state }) => `${to} ${state}`)

/** A node that delivers by this mail server, or has none. */
async function delivering(transport: MailTransport | null): Promise<() => Promise<void>> {
  const logger = createLogger('silent', 'test')
  const jobs = [
    deliverMailJob({
      db,
      transport,
      compose,
      texts: textService(database.jobs, 'en'),
      host: 'portal.example.test',
      issueFirstPassword: async () => false,
      isMailbox: false,
    }),
  ]
  const node = await startJobs({ url: clone.url, database, logger, timeZone: 'UTC', jobs, onlyDrained: true })
  nodes.push(node)
  return () => node.drain('deliver-mail')
}

test('without a mail server my mail waits in the outbox and is shown in the mailbox', async () => {
  const deliver = await delivering(null)
  await add()
  await deliver()
  const [entry] = await entries()
  expect(entry).toMatchObject({ to: 'ada@example.test', template: 'announcement', state: 'waiting' })
  expect(entry?.mail?.subject).toBe('Welcome')
  expect(entry?.mail?.text).toContain('Hello')
})

test('a mail that can’t be written any more is in the mailbox without its text, beside those that can', async () => {
  await add()
  await asOwner(
    clone,
    `insert into outbox_mails (dedupe_key, to_address, template, fields)
     values ('later', 'bea@example.test', 'of-a-later-version', '{}'),
            ('erased', 'cy@example.test', 'certificate-expires', '{}')`,
  )
  const shown = (await entries()).map(({ to, mail: text }) => [to, text?.subject ?? null])
  expect(Object.fromEntries(shown)).toEqual({
    'ada@example.test': 'Welcome',
    'bea@example.test': null,
    'cy@example.test': null,
  })
})

test('the same mail for the same cause is written once, however often it is requested', async () => {
  expect(await Promise.all([add(), add(), add()])).toEqual(expect.arrayContaining([true, false, false]))
  expect(await states()).toHaveLength(1)
})

test('a mail cannot be given a second receiver or a header, and an invalid address fails nothing but the mail (S61c)', async () => {
  for (const to of [
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test\n',
    'a@b.test, c@d.test',
    'Ada <a@b.test>',
    'a b@c.test',
    '@c.test',
    'a@',
    '',
    `${'a'.repeat(250)}@b.test`,
  ])
    await add({ to, dedupeKey: to })
  expect(await entries()).toHaveLength(9)
  for (const { to, state } of await entries())
    expect([to, state]).toEqual([expect.not.stringMatching(/[\r\n]/), 'dead'])
  await add({ title: 'Hello\r\nBcc: c@d.test' })
  const [entry] = await entries()
  expect(entry?.mail?.subject).toBe('Hello Bcc: c@d.test')
})

test('two nodes send each mail once', async () => {
  const sent: Mail[] = []
  const transport: MailTransport = { send: async (each) => void sent.push(each) }
  const [first, second] = [await delivering(transport), await delivering(transport)]
  for (let n = 0; n < 20; n++) await add({ dedupeKey: `n:${n}`, to: `user${n}@example.test` })
  await Promise.all([first(), second()])
  expect(sent.map(({ to }) => to).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `user${n}@example.test`).sort())
  expect(new Set(await states())).toEqual(new Set(Array.from({ length: 20 }, (_, n) => `user${n}@example.test sent`)))
})

test('a mail that the server refuses temporarily waits longer each time and is sent under the same id', async () => {
  const tried: string[] = []
  const transport: MailTransport = {
    send: async ({ messageId }) => {
      tried.push(messageId)
      if (tried.length < 3) throw new Error('451 try again later')
    },
  }
  const deliver = await delivering(transport)
  await add()
  await deliver()
  await deliver()
  expect(tried).toHaveLength(1)
  await asOwner(clone, `select set_clock_offset('61 seconds')`)
  await deliver()
  await asOwner(clone, `select set_clock_offset('2 minutes')`)
  await deliver()
  expect(tried).toHaveLength(2)
  await asOwner(clone, `select set_clock_offset('4 minutes')`)
  await deliver()
  expect(new Set(tried).size).toBe(1)
  expect(await states()).toEqual(['ada@example.test sent'])
})

test('a mail that the server refuses permanently is given up with its reason', async () => {
  const refused = async (): Promise<void> => {
    throw new MailRefused('550 no such user')
  }
  const deliver = await delivering({ send: refused })
  await add()
  await deliver()
  expect(await states()).toEqual(['ada@example.test dead'])
  expect((await asOwner(clone, 'select last_error from outbox_mails')).rows).toEqual([
    { last_error: '550 no such user' },
  ])
})

test('a mail of a rolled-back change is never written', async () => {
  const undone = db.transact(everything, async (tx) => {
    await addMail(tx, mail({}))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(await states()).toEqual([])
})
