import { MARKED_ADDRESS, type MarkedRows, marked } from './erasure-markers.ts'

/** Whose mails and events are written, and with whom. */
interface People {
  userId: number
  otherId: number
  clientId: number
  sessionId: number
  /** The full name of the user. */
  name: string
  users: Readonly<Record<'email' | 'pending_email' | 'work_phone' | 'last_name' | 'user_name', string>>
}

/** Writes mails to the user and about them. */
export async function addMails(add: MarkedRows['add'], { userId, clientId, name, users }: People): Promise<void> {
  // To the user, to the user's address as before mails named their readers, and about the user to others.
  const mail = { template: 'access-requested', client_id: clientId, state: 'sent' }
  await add('outbox_mails', {
    ...mail,
    reader_id: userId,
    to_address: users.email,
    dedupe_key: 'a',
    last_error: marked('outbox_mails', 'last_error'),
    fields: { firstName: marked('outbox_mails', 'fields') },
  })
  await add('outbox_mails', {
    ...mail,
    to_address: users.pending_email,
    dedupe_key: 'b',
    fields: { address: users.pending_email },
  })
  for (const state of ['sent', 'dead', 'waiting'])
    await add('outbox_mails', {
      ...mail,
      state,
      to_address: 'o@x.test',
      dedupe_key: `c${state}`,
      fields: { personName: name, reason: marked('outbox_mails', 'fields'), more: [{ holder: name }] },
    })
}

/** Writes events of the user and about them. */
export async function addEvents(
  add: MarkedRows['add'],
  { userId, otherId, clientId, sessionId, users }: People,
): Promise<void> {
  const event = { session_id: sessionId, address: MARKED_ADDRESS, client_id: clientId }
  const own = { actor_user_id: userId, subject_user_id: userId }
  const state = (column: string) => ({
    reason: marked('audit_events', column),
    list: [{ phone: users.work_phone }],
    at: '2026-01-31T18:05:00.000Z',
    by: 'administrator',
    count: 3,
  })
  await add('audit_events', {
    ...event,
    ...own,
    event: 'user_updated',
    target_kind: 'user',
    target_id: String(userId),
    before: state('before'),
    after: state('after'),
  })
  await add('audit_events', {
    ...event,
    ...own,
    event: 'link_added',
    target_kind: 'link',
    target_id: '1',
    after: { name: marked('audit_events', 'after') },
  })
  await add('audit_events', {
    event: 'user_updated',
    actor_user_id: otherId,
    subject_user_id: userId,
    client_id: clientId,
    after: { lastName: users.last_name },
  })
  await add('audit_events', {
    event: 'authn_login_fail',
    subject_user_id: userId,
    address: MARKED_ADDRESS,
    after: { why: 'password' },
  })
  await add('audit_events', {
    event: 'identity_provider_test_started',
    actor_user_id: otherId,
    subject_user_id: otherId,
    client_id: clientId,
    after: { userName: users.user_name, kept: 'Kept' },
  })
  await add('audit_events', {
    event: 'job_schedule_changed',
    actor_user_id: otherId,
    subject_user_id: otherId,
    after: { notifyEmail: users.email },
  })
}
