import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addAnnouncement,
  announcementValueTypes,
  listAnnouncementValues,
} from '@portico/contract/announcements/announcement-admin.ts'
import { listUndeliveredMails } from '@portico/contract/mail/mail.ts'
import { Browser } from '../../server/test/browser.ts'
import { type MailServer, startMailServer } from '../../server/test/mail-server.ts'
import { freePort, onDatabase } from '../postgres.ts'
import { atLeast, type Experiment, fact, none, within } from './experiment.ts'
import { type Load, PASSWORD, startLoad } from './load.ts'
import { startWorld, type World } from './world.ts'

const CROWD = 1_000
/** Of each way of being away. */
const AWAY_MS = 15_000
const REJECTED = 'crowd.7@example.test'
const DRAIN_MS = 300_000

export const mailAway: Experiment = {
  id: 'R12',
  title: 'The mail server refuses, hangs or rejects',
  run: async ({ cluster }) => {
    const port = await freePort()
    const world = await startWorld(cluster, {
      environment: { PORTAL_SMTP_URL: `smtp://127.0.0.1:${port}`, PORTAL_MAIL_FROM: 'portal@portal.example.test' },
    })
    let server: MailServer | undefined
    try {
      await addCrowd(world.databaseUrl)
      const load = await loadOf(world)
      const calm = performance.now()
      await delay(AWAY_MS)
      const away = performance.now()
      const published = await publish(world)
      await delay(AWAY_MS)
      const silent = await hangingServer(port)
      await delay(AWAY_MS)
      silent.close()
      server = await startMailServer({ port })
      server.answers = { data: () => '451 later' }
      await delay(AWAY_MS)
      const back = performance.now()
      server.answers = { to: (address) => (address === REJECTED ? '550 no such user' : undefined) }
      const drainMs = await drained(world.databaseUrl, back)
      await load.stop()
      const [before, meanwhile] = [timesOf(load, calm, away), timesOf(load, away, back)]
      const crowd = server.arrived.filter(({ to }) => to.some((address) => address.startsWith('crowd.')))
      const messageIds = new Set(crowd.map(({ parsed }) => parsed.messageId))
      const states = await statesOf(world.databaseUrl)
      const shown = await deadShown(world)
      return {
        findings: [
          fact('mails', CROWD),
          none('announcements that were not taken', published === 200 ? 0 : 1),
          none('calls of users that failed while it was away', meanwhile.failed),
          fact('slowest call before', before.slowestMs, 'ms'),
          fact('slowest call while it was away', meanwhile.slowestMs, 'ms'),
          none('mails that never came', CROWD - 1 - new Set(crowd.flatMap(({ to }) => to)).size),
          none('mails that came twice', crowd.length - messageIds.size),
          within('from its return to the last mail', drainMs, 60_000 + 60_000),
          none('mails that are still waiting', states['waiting'] ?? 0),
          none('rejected mails other than one', Math.abs((states['dead'] ?? 0) - 1)),
          atLeast('rejected mails that administrators see', shown, 1),
        ],
        notes: [
          `each for ${AWAY_MS / 1000} s: not there, silent, 451; then one address of the crowd gets 550`,
          'it is tried a minute after a failure, which is part of the time to the last mail',
          ...meanwhile.words,
          ...(await errorsOf(world.databaseUrl)),
        ],
        open: [
          '10 minutes of each, and a day without it: by server/src/areas/mail/delivery.test.ts, with a clock that is moved',
        ],
      }
    } finally {
      await server?.stop()
      await world.close()
    }
  },
}

const loadOf = (world: World) => startLoad(world.origin, { without: 'portal.admin' })

const addCrowd = (databaseUrl: string): Promise<void> =>
  onDatabase(databaseUrl, async (client) => {
    // What the demo has sent already is not of this experiment.
    await client.query("update outbox_mails set state = 'discarded' where state = 'waiting'")
    await client.query(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select 'crowd.' || n, 'Ada', 'L', 'crowd.' || n || '@example.test', (select min(client_id) from users)
         from generate_series(1, ${CROWD}) n`,
    )
    await client.query(
      `insert into user_notification_types
       select person.id, type.id from users person, notification_types type
        where person.user_name like 'crowd.%' and not type.is_text_message`,
    )
  })

async function portalAdmin({ origin }: World): Promise<Browser> {
  const admin = new Browser(origin)
  await admin.trySignIn('portal.admin', PASSWORD, { confirmed: true })
  return admin
}

async function publish(world: World): Promise<number> {
  const admin = await portalAdmin(world)
  const uid = admin.userId
  const value: Record<string, number> = {}
  for (const typeName of announcementValueTypes)
    for (const one of await admin.call(listAnnouncementValues, { params: { uid, typeName } }))
      value[one.valueCd] = one.clsVldValId
  const { rows } = await onDatabase(world.databaseUrl, (client) =>
    client.query<{ today: string }>("select business_today('America/Chicago')::text as today"),
  )
  const answer = await admin.send(addAnnouncement, {
    params: { uid },
    query: { anncReqType: 'publish' },
    body: {
      anncTitle: 'While the mail server is away',
      anncMessage: '<p>News</p>',
      anncType: value['operational'],
      userType: value['all'],
      effectiveFromDt: rows[0]?.today ?? '',
    },
  })
  return answer.status
}

/** Takes connections and says nothing. */
async function hangingServer(port: number): Promise<{ close(): void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const statesOf = (databaseUrl: string): Promise<Record<string, number>> =>
  onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ state: string; count: number }>(
      "select state, count(*)::int as count from outbox_mails where to_address like 'crowd.%' group by state",
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  })

/** What became of mails that are not sent, each once. */
const errorsOf = (databaseUrl: string): Promise<string[]> =>
  onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select count(*) || ' ' || state || ' after ' || attempts || ' attempts: ' || coalesce(last_error, '') as line
         from outbox_mails where to_address like 'crowd.%' and state <> 'sent' group by state, attempts, last_error`,
    )
    return rows.map(({ line }) => line)
  })

async function drained(databaseUrl: string, since: number): Promise<number> {
  for (;;) {
    const { waiting = 0, sent = 0 } = await statesOf(databaseUrl)
    if ((waiting === 0 && sent > 0) || performance.now() - since > DRAIN_MS) return performance.now() - since
    await delay(200)
  }
}

function timesOf(load: Load, since: number, until: number) {
  const all = [load.figures('read', since, until), load.figures('write', since, until)]
  return {
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    slowestMs: Math.max(...all.map(({ slowestMs }) => slowestMs)),
    words: all.flatMap(({ words }) => words),
  }
}

async function deadShown(world: World): Promise<number> {
  const admin = await portalAdmin(world)
  const mails = (await admin.call(listUndeliveredMails, { params: { uid: admin.userId }, query: {} })) as unknown
  return Array.isArray(mails) ? mails.length : JSON.stringify(mails).split(REJECTED).length - 1
}
