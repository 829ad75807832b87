import { type connectAsOwner, type KeyRing, newWebhookSecret, sealWebhookSecret } from '@portico/server/for-demo.ts'
import { FIRST_CLIENT, SECOND_CLIENT } from './demo-clients.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

type OwnerConnection = Awaited<ReturnType<typeof connectAsOwner>>

/** The delivery log is kept for two weeks. */
const LOGGED_DAYS = 12
const ARCHIVE = 1
const TICKETS = 2
const SIGNALS = 3
/** What the receiver of tickets has not taken. */
const REFUSED = 9

/** Records acts about people of one client of which its identity provider gets signals. */
export function recordSignalEvents(writer: DemoWriter, moment: DemoMoment, people: readonly DemoPerson[]): void {
  const own = people.filter(({ clientId }) => clientId === SECOND_CLIENT)
  const former = own.filter(({ status }) => status === 2).slice(0, 3)
  const present = own.filter(({ status = 1, isNew }) => status === 1 && !isNew).slice(-4)
  const about = ({ id }: DemoPerson) => ({
    subject_user_id: id,
    client_id: SECOND_CLIENT,
    target_kind: 'user',
    target_id: String(id),
  })
  writer.record([
    ...former.map((person, index) => ({
      at: moment.daysAgo(9 - index, 40 * index),
      event: 'user_updated',
      actor_user_id: PORTAL_ADMIN,
      ...about(person),
      before: { status: 1 },
      after: { status: 2 },
    })),
    ...present.map((person, index) => ({
      at: moment.daysAgo(6 - index, 55 * index),
      event: 'authn_password_change',
      actor_user_id: person.id,
      ...about(person),
      after: { from: 'account settings' },
    })),
  ])
}

interface SealedRow {
  sequence: number
  id: number
  event: string
  subject_id: number
  status: number | null
  at: Date
}

/** Events of the last days about users, oldest first; of one client, or all. */
async function readSealed(connection: OwnerConnection, since: Date, clientId: number | null): Promise<SealedRow[]> {
  const { rows } = await connection.query<SealedRow>(
    `select seal.sequence::float8 as sequence, event.id::float8 as id, event.event, event.subject_user_id as subject_id,
            (event.after ->> 'status')::integer as status, event.at
       from audit_seals seal join audit_events event on event.id = seal.event_id
      where event.at > $1 and event.subject_user_id is not null and ($2::integer is null or event.client_id = $2)
      order by seal.sequence`,
    [since, clientId],
  )
  return rows
}

/**
 * Writes webhooks that have worked and send nothing now, with the deliveries of the last days: one that is switched off,
 * one that its receiver has failed, and a stream of signals that its receiver has paused. The demo calls nobody.
 */
export async function writeWebhooks(
  connection: OwnerConnection,
  writer: DemoWriter,
  moment: DemoMoment,
  keys: KeyRing,
): Promise<void> {
  const since = moment.daysAgo(LOGGED_DAYS)
  const all = await readSealed(connection, since, null)
  const [ofFirst, ofSecond] = [
    await readSealed(connection, since, FIRST_CLIENT),
    await readSealed(connection, since, SECOND_CLIENT),
  ]
  await writer.insert('webhooks', webhookRows(moment, keys, all.at(-1)?.sequence ?? 0))
  const delivered = [...deliveriesOf(ARCHIVE, all.slice(-40)), ...deliveriesOf(TICKETS, ofFirst.slice(-30))]
  const signals = ofSecond.filter(({ event }) => event !== 'authn_login_success')
  await writer.insert('webhook_deliveries', [
    ...delivered.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    ...deliveriesOf(SIGNALS, signals).map((delivery, index) => ({
      ...delivery,
      kind: signals[index]?.status === 2 ? 'session-revoked' : 'credential-change',
    })),
  ])
  await writer.countOn('webhooks')
}

function webhookRows(moment: DemoMoment, keys: KeyRing, position: number) {
  const common = {
    owner_id: PORTAL_ADMIN,
    position,
    changed_by: PORTAL_ADMIN,
    version: 1,
    created_at: moment.daysAgo(80),
  }
  const events = (id: number) => ({
    format: 'events' as const,
    audience: null,
    subject_format: null,
    sealed_secret: sealWebhookSecret(keys, id, newWebhookSecret()),
  })
  return [
    {
      ...common,
      ...events(ARCHIVE),
      id: ARCHIVE,
      name: 'Security archive',
      address: 'https://siem.northgate.example/portico',
      client_id: null,
      kinds: [],
      state: 'off' as const,
      failing_since: null,
      delivered_at: moment.daysAgo(1),
      changed_at: moment.daysAgo(1),
    },
    {
      ...common,
      ...events(TICKETS),
      id: TICKETS,
      name: 'Meridian ticket system',
      address: 'https://tickets.meridianhealth.example/hooks/portal',
      client_id: FIRST_CLIENT,
      kinds: ['authn_login_success', 'authn_login_lock', 'user_updated', 'user_permissions_changed'],
      state: 'failed' as const,
      failing_since: moment.daysAgo(4),
      delivered_at: moment.daysAgo(4),
      changed_at: moment.daysAgo(1),
    },
    {
      ...common,
      id: SIGNALS,
      name: 'Cascadia identity provider',
      address: 'https://id.cascadia-water.example/ssf/receiver',
      client_id: SECOND_CLIENT,
      kinds: [],
      format: 'signals' as const,
      audience: 'https://id.cascadia-water.example',
      subject_format: 'email' as const,
      sealed_secret: null,
      state: 'paused' as const,
      failing_since: null,
      delivered_at: moment.daysAgo(3),
      changed_at: moment.daysAgo(2),
    },
  ]
}

/** What became of an event. */
interface Outcome {
  state: 'waiting' | 'delivered'
  attempts: number
  status: number | null
  answer: string | null
}

const accepted = (attempts: number, status: number): Outcome => ({ state: 'delivered', attempts, status, answer: '' })
const failing: Outcome = { state: 'waiting', attempts: 14, status: 503, answer: 'Down for maintenance' }
const untried: Outcome = { state: 'waiting', attempts: 0, status: null, answer: null }

/** Events were accepted at once or at the second attempt; the last ones for tickets wait. */
function deliveriesOf(webhookId: number, events: readonly SealedRow[]) {
  const random = demoRandom(900 + webhookId)
  const refusedFrom = webhookId === TICKETS ? events.length - REFUSED : events.length
  const outcomeOf = (index: number): Outcome => {
    if (index > refusedFrom) return untried
    return index === refusedFrom ? failing : accepted(random.happens(0.1) ? 2 : 1, webhookId === ARCHIVE ? 204 : 202)
  }
  return events.map(({ sequence, id, event, subject_id: subject, at }, index) => {
    const after = new Date(at.getTime() + random.between(20, 70) * 1000)
    const outcome = outcomeOf(index)
    const triedAt = outcome.attempts > 0 ? after : null
    return {
      ...outcome,
      webhook_id: webhookId,
      event_sequence: sequence,
      audit_event_id: id,
      kind: event,
      subject: `user/${subject}`,
      created_at: at,
      first_attempt_at: triedAt,
      attempted_at: triedAt,
      next_attempt_at: after,
      duration_ms: triedAt && random.between(24, 410),
      reason: 'event' as const,
    }
  })
}
