import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { smtpAddress } from '../../config/smtp-address.mjs'
import { keyRing } from '../../crypto/key-ring.ts'
import { jobSchema } from '../../db/job-schema.ts'
import { everything } from '../../db/scope.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { smtpTransport } from '../../ports/mail/smtp-transport.ts'
import { textService } from '../texts/public.ts'
import { retryDeadMail } from './undelivered-mail-actions.ts'
import { readUndeliveredMails } from './undelivered-mail-list.ts'
import { deliverMailJob } from './deliver-mail.job.ts'
import { mailPurgeJob } from './mail-purge.job.ts'
import { type NewMail, addMail } from './outbox-store.ts'
import { sealMailSecret } from './public.ts'
import type { Db } from '../../db/database.ts'

let portal: Portal
let server: MailServer
let db: Db
const opened: (() => unknown)[] = []

beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_DEMO: 'off', PORTAL_PUBLIC_URL: 'https://portal.example.test' } })
  db = portal.database.jobs
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from outbox_mails')
  // What failed in an earlier test would be retried in this one, and deliver its mails.
  await portal.owner(`delete from ${jobSchema}.job`)
  await portal.moveClock('0')
  server = await startMailServer()
})
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
  await server.stop()
})

/** Timeouts so long that no server that answers times out. */
const longTimeouts = { connectMs: 600_000, replyMs: 600_000 }

/** A node that delivers to the mail server; continuously, or only when drained. */
async function startNode(
  options: { byItself?: boolean; port?: number; db?: Db; stopMs?: number } = {},
): Promise<Jobs & { deliver: () => Promise<unknown> }> {
  const { config, database } = portal
  const transport = smtpTransport({
    server: { ...smtpAddress('smtp://127.0.0.1'), port: options.port ?? server.port },
    from: 'portal@portal.example.test',
    ...longTimeouts,
  })
  const deps = {
    db: options.db ?? db,
    transport,
    compose: createMailComposer(config),
    texts: textService(database.jobs, 'en'),
    issueFirstPassword: async () => false,
    isMailbox: false,
  }
  const logger = createLogger('silent', 'test')
  const job = deliverMailJob({ ...deps, host: config.publicUrl.hostname })
  const node = await startJobs({
    url: config.databaseUrl ?? '',
    database,
    logger,
    timeZone: 'UTC',
    jobs: [job, mailPurgeJob({ db })] as never,
    onlyDrained: options.byItself !== true,
    ...(options.stopMs === undefined ? {} : { stopMs: options.stopMs }),
  })
  opened.push(
    () => transport.close(),
    () => node.stop(),
  )
  return Object.assign(node, {
    deliver: () => job.run({}, jobContext({ logger })),
  })
}

let count = 0
type Content = Partial<Pick<NewMail, 'to' | 'clientId' | 'dedupeKey'>>
const add = (more: Content = {}, title = 'News') =>
  db.transact(everything, (tx) =>
    addMail(tx, {
      dedupeKey: `mail:${++count}`,
      to: 'ada@example.test',
      clientId: null,
      template: 'announcement',
      fields: { title, text: 'Hello' },
      ...more,
    }),
  )
const addPassword = async (validFor = '30 minutes') => {
  const [until] = await portal.owner('select (clock_now() + $1::interval)::text as at', [validFor])
  return db.transact(everything, (tx) =>
    addMail(tx, {
      dedupeKey: `password:${++count}`,
      to: 'ada@example.test',
      clientId: null,
      template: 'temporary-password',
      fields: {
        firstName: 'Ada',
        userName: 'ada.l',
        password: sealMailSecret(keyRing(portal.config.secretKeys), 'ghj4k-m2n3p'),
        validUntil: new Date(String(until?.['at'])).toISOString(),
        reason: 'forgotten',
      },
    }),
  )
}
const rows = () =>
  portal.owner('select id, state, attempts, last_error, fields::text as fields from outbox_mails order by id')
const states = async () => (await rows()).map((row) => row['state'])
const messageIds = () => server.arrived.map(({ parsed }) => parsed.messageId)

test('a mail is sent in the wording of its reader’s client as it is then', async () => {
  const client = await portal.make.client({ name: 'Harbor' })
  const other = await portal.make.client({ name: 'Northwind' })
  await add({ clientId: client, to: 'ada@harbor.test' })
  await add({ clientId: other, to: 'bob@northwind.test' })
  await add({ to: 'cy@portal.test' })
  const reword = (clientId: number | null, key: string, content: string) =>
    portal.owner('insert into resource_texts (key, client_id, content) values ($1, $2, $3)', [key, clientId, content])
  await reword(client, 'mail_sender', 'The desk of {client}')
  await reword(client, 'mail_open_portal', 'Enter')
  await reword(null, 'product_name', 'Lighthouse')
  await (await startNode()).deliver()
  const found = Object.fromEntries(
    server.arrived.map(({ to, parsed }) => [
      to.join(),
      { from: parsed.from?.name, button: /^(.*): https/m.exec(parsed.text ?? '')?.[1] },
    ]),
  )
  expect(found).toEqual({
    'ada@harbor.test': { from: 'The desk of Harbor', button: 'Enter' },
    'bob@northwind.test': { from: 'Northwind portal', button: 'Open the portal' },
    'cy@portal.test': { from: 'Lighthouse portal', button: 'Open the portal' },
  })
  await portal.owner('delete from resource_texts where client_id = $1 or key = $2', [client, 'product_name'])
})

describe('a mail that a user waits for', () => {
  test('arrives right after the change that caused it', async () => {
    await startNode({ byItself: true })
    await add()
    await expect.poll(() => server.arrived.length).toBe(1)
  })

  test('does not make my change wait for the uncommitted ones of others', async () => {
    await startNode({ byItself: true })
    const finish = Promise.withResolvers<void>()
    const content = { to: 'ada@example.test', clientId: null, template: 'test', fields: {} } as const
    const db = portal.database.requests
    const others = Array.from({ length: 2 }, (_, n) =>
      db.transact(everything, async (tx) => {
        await addMail(tx, { ...content, dedupeKey: `other:${n}` })
        await addMail(tx, { ...content, dedupeKey: `other:${n} again` })
        await finish.promise
      }),
    )
    opened.push(() => finish.resolve())
    await add()
    await expect.poll(() => server.arrived.length).toBe(1)
    finish.resolve()
    await Promise.all(others)
    await expect.poll(() => server.arrived.length).toBe(5)
  })

  test('has the brand of my client and comes from its portal', async () => {
    const clientId = await portal.make.client({ name: 'Northwind "Bank", Inc.' })
    await portal.owner(
      `insert into branding_versions (client_id, tile_color, button_color, logo_etag) values ($1, '12344d', '0b4a4f', $2)`,
      [clientId, 'e'.repeat(64)],
    )
    await add({ clientId })
    await (await startNode()).drain('deliver-mail')
    const [mail] = server.arrived
    expect(mail?.parsed.from?.name).toBe('Northwind "Bank", Inc. portal')
    expect(mail?.parsed.html).toContain(`https://portal.example.test/ccservices/images/branding/${'e'.repeat(64)}`)
    expect(mail?.parsed.html).toContain('background:#0b4a4f')
    expect(mail?.parsed.html).toContain('Northwind &quot;Bank&quot;, Inc.')
  })

  test('contains my temporary password, which is encrypted until it is sent and erased afterwards (S29, S77)', async () => {
    await addPassword()
    expect((await rows())[0]?.['fields']).not.toContain('ghj4k')
    await (await startNode()).drain('deliver-mail')
    expect(server.arrived[0]?.parsed.text).toContain('ghj4k-m2n3p')
    expect(await rows()).toMatchObject([{ state: 'sent', fields: '{}' }])
  })
})

describe('while the mail server is unavailable', () => {
  test.each([
    ['it is not there', () => server.stop()],
    ['it refuses our sender', () => (server.answers = { from: () => '550 not you' })],
    ['it ends every session', () => (server.answers = { to: () => '421 closing' })],
  ])(
    '%s: mails wait, a handful is attempted each minute, and all are sent within a minute of its return (R12)',
    async (_, leave) => {
      const { port } = server
      const node = await startNode()
      await leave()
      for (let n = 0; n < 30; n++) await add()
      for (let minute = 0; minute < 10; minute++) {
        await portal.moveClock(`${minute * 61} seconds`)
        await node.drain('deliver-mail')
      }
      expect(new Set(await states())).toEqual(new Set(['waiting']))
      const tries = (await rows()).reduce((sum, row) => sum + Number(row['attempts']), 0)
      expect(tries).toBeLessThanOrEqual(11 * 5)
      await server.stop()
      server = await startMailServer({ port })
      await portal.moveClock('11 minutes')
      await node.drain('deliver-mail')
      expect(new Set(await states())).toEqual(new Set(['sent']))
      expect(new Set(messageIds()).size).toBe(30)
      expect(server.arrived).toHaveLength(30)
    },
  )

  test('and hangs: what I do takes no longer (S04, R12)', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    opened.push(() => silent.close())
    const node = await startNode({ byItself: true, port: (silent.address() as AddressInfo).port, stopMs: 500 })
    await add()
    await expect.poll(() => node.status().running).toContain('deliver-mail')
    // All of them are answered while the delivery still waits for its server.
    for (let n = 0; n < 20; n++) await add()
    expect(node.status().running).toContain('deliver-mail')
  })

  test('for a day, nothing is lost (R12)', async () => {
    const { port } = server
    const node = await startNode()
    await server.stop()
    await add()
    await node.drain('deliver-mail')
    await portal.moveClock('24 hours')
    await node.drain('deliver-mail')
    server = await startMailServer({ port })
    await portal.moveClock('24 hours 2 minutes')
    await node.drain('deliver-mail')
    expect(messageIds()).toHaveLength(1)
  })

  test('a mail is given up after three days, a temporary password when it has expired', async () => {
    const node = await startNode({ port: 9 })
    await add()
    await addPassword('30 minutes')
    await node.drain('deliver-mail')
    await portal.moveClock('31 minutes')
    await node.drain('deliver-mail')
    expect(await rows()).toMatchObject([{ state: 'waiting' }, { state: 'dead' }])
    await portal.moveClock('3 days 1 minute')
    await node.drain('deliver-mail')
    expect(await states()).toEqual(['dead', 'dead'])
    for (const row of await rows()) expect(row['last_error']).toMatch(/^Not delivered in time\. The mail server/)
    await node.drain('mail-purge')
    expect((await rows()).map((row) => row['fields'])).toEqual([expect.stringContaining('News'), '{}'])
  })
})

describe('a mail that the server refuses', () => {
  test('temporarily, waits 1, 2, 4 and at most 60 minutes and keeps its Message-ID (R12)', async () => {
    const tried: string[] = []
    server.answers = {
      to: (address) => {
        tried.push(address)
        return tried.length < 9 ? '451 greylisted' : undefined
      },
    }
    const node = await startNode()
    await add()
    await node.drain('deliver-mail')
    let minutes = 0
    for (const [tries, wait] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      minutes += wait
      await portal.moveClock(`${minutes - 1} minutes 15 seconds`)
      await node.drain('deliver-mail')
      expect([wait, tried.length]).toEqual([wait, tries + 1])
      await portal.moveClock(`${minutes} minutes 1 second`)
      await node.drain('deliver-mail')
      expect([wait, tried.length]).toEqual([wait, tries + 2])
    }
    expect(messageIds()).toHaveLength(1)
    expect(messageIds()[0]).toMatch(/^<outbox-\d+\.[0-9a-z]+@portal\.example\.test>$/)
  })

  test('permanently, is given up with the reason, blocks no others, and is sent again when an administrator retries it (R12)', async () => {
    server.answers = { to: (address) => (address.startsWith('gone') ? '550 no such user' : undefined) }
    const node = await startNode()
    await add({ to: 'gone@example.test' })
    await add()
    await node.drain('deliver-mail')
    expect(await states()).toEqual(['dead', 'sent'])
    const failing = (await readUndeliveredMails(portal.database.jobs)).rows[0]
    expect(failing).toMatchObject({ to: 'gone@example.test', state: 'dead', attempts: 1 })
    expect(failing?.lastError).toContain('550 no such user')
    server.answers = {}
    const retry = () => db.transact(everything, (tx) => retryDeadMail(tx, failing?.id ?? 0))
    expect(await retry()).toBe(true)
    expect(await retry()).toBe(false)
    await node.drain('deliver-mail')
    expect(await states()).toEqual(['sent', 'sent'])
    expect(await readUndeliveredMails(portal.database.jobs)).toEqual({ rows: [], total: 0 })
  })

  test('keeps its secret even where the server repeats it (S29)', async () => {
    server.answers = { data: () => '554 5.7.1 I will not take ghj4k-m2n3p' }
    await addPassword()
    await (await startNode()).drain('deliver-mail')
    expect(await rows()).toMatchObject([{ state: 'dead', last_error: 'The mail server answered 554' }])
  })

  test('is not sent again once the password in it has expired', async () => {
    server.answers = { to: () => '550 no such user' }
    await addPassword()
    await (await startNode()).drain('deliver-mail')
    await portal.moveClock('31 minutes')
    const [row] = await rows()
    expect(await db.transact(everything, (tx) => retryDeadMail(tx, Number(row?.['id'])))).toBe(false)
  })

  test('because it cannot be composed, waits for the node or the key that can', async () => {
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, fields)
       values ('later', 'ada@example.test', 'of-a-later-version', '{}'), ('odd', 'ada@example.test', 'announcement', '{}')`,
    )
    await add()
    await (await startNode()).drain('deliver-mail')
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 1 },
      { state: 'sent' },
    ])
  })
})

describe('a full outbox', () => {
  test('of a thousand mails is emptied by two nodes, each mail once (R12)', async () => {
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, fields)
       select 'full:' || n, 'user' || n || '@example.test', 'announcement', '{"title": "News", "text": "Hello"}' from generate_series(1, 1000) n`,
    )
    const nodes = [await startNode(), await startNode()]
    await Promise.all(nodes.map(({ deliver }) => deliver()))
    expect(server.arrived).toHaveLength(1000)
    expect(new Set(server.arrived.map(({ to }) => to[0])).size).toBe(1000)
    expect(new Set(messageIds()).size).toBe(1000)
  })

  test('a node that died after the server’s acceptance and before its record: the mail is sent again under the same Message-ID', async () => {
    let isDead = false
    const lost: Db = {
      ...db,
      transact: async (scope, work) => {
        if (server.arrived.length > 0) isDead = true
        if (isDead) throw new Error('killed')
        return db.transact(scope, work)
      },
    }
    const first = await startNode({ db: lost })
    await add()
    await first.drain('deliver-mail')
    expect(await states()).toEqual(['waiting'])
    const second = await startNode()
    await second.drain('deliver-mail')
    expect(server.arrived).toHaveLength(1)
    await portal.moveClock('6 minutes')
    await second.drain('deliver-mail')
    expect(server.arrived).toHaveLength(2)
    expect(new Set(messageIds()).size).toBe(1)
    expect(await states()).toEqual(['sent'])
  })

  test('keeps sent mails for thirty days and undelivered ones for ninety', async () => {
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, state, created_at)
       select state || days, 'ada@example.test', 'test', state, now() - make_interval(days => days)
         from unnest(array['sent', 'dead', 'waiting']) state cross join unnest(array[29, 31, 91]) days`,
    )
    await (await startNode()).drain('mail-purge')
    const left = await portal.owner('select dedupe_key from outbox_mails order by dedupe_key')
    expect(left.map((row) => row['dedupe_key'])).toEqual([
      'dead29',
      'dead31',
      'sent29',
      'waiting29',
      'waiting31',
      'waiting91',
    ])
  })
})
