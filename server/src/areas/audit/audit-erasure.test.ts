import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobContext } from '../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type KeyRing, keyRing } from '../../crypto/key-ring.ts'
import { statementsIn } from '../../secret-keys/held-secrets.ts'
import { everything } from '../../db/scope.ts'
import { reencryptSecrets } from '../../secret-keys/reencrypt-secrets.ts'
import { auditRedactions, eraseAuditStates, redactionProblem, signRedactionsAgain } from './audit-erasure.ts'
import { findAuditProblem } from './audit-verification.ts'
import { sealAuditJob } from './seal-audit.job.ts'

const [OLD, NEW] = [
  { id: 'old', key: '0123456789abcdef0123456789abcdef' },
  { id: 'new', key: 'fedcba9876543210fedcba9876543210' },
]
const keys = keyRing([OLD])

let portal: Portal
let userId: number
beforeAll(async () => {
  portal = await startPortal()
  userId = (await portal.make.user({ status: 3, first_name: 'Mary', last_name: 'Marked' })).id
})
afterAll(() => portal.close())

const seal = (ring: KeyRing = keys) => sealAuditJob({ db: portal.database.jobs, keys: ring }).run({}, jobContext())
const erase = (ids: readonly number[] = [userId]) => eraseAuditStates({ db: portal.database.jobs, keys }, ids)
const problem = (ring: KeyRing = keys) => portal.database.jobs.transact(everything, (tx) => findAuditProblem(tx, ring))

/** Five sealed events about the user, numbered from 1, and one about nobody. */
beforeEach(async () => {
  await portal.owner('truncate audit_events, audit_seals, audit_checkpoints, audit_redactions restart identity')
  await portal.owner(
    `insert into audit_events (event, actor_user_id, subject_user_id, address, after)
     select 'user_updated', $1, $1, '192.0.2.1', jsonb_build_object('lastName', 'Marked ' || n) from generate_series(1, 5) n`,
    [userId],
  )
  await portal.owner(`insert into audit_events (event, after) values ('branding_changed', '{"mode": "custom"}')`)
  await seal()
})

test('the trail verifies after an erasure, and after a second one of a user whom the same events name', async () => {
  const second = await portal.make.user({ status: 3, user_name: 'second.person' })
  await portal.owner(`insert into audit_events (event, subject_user_id, after)
    values ('user_updated', ${userId}, '{"firstName": "Mary", "by": "second.person"}')`)
  await seal()
  await erase()
  expect(await portal.owner('select after from audit_events where id = 7')).toEqual([
    { after: { firstName: '(erased)', by: 'second.person' } },
  ])
  expect(await problem()).toBeNull()
  await erase([second.id])
  expect(await portal.owner('select after from audit_events where id = 7')).toEqual([
    { after: { firstName: '(erased)', by: '(erased)' } },
  ])
  expect(await problem()).toBeNull()
  expect(await portal.owner('select count(*)::int as n from audit_redactions')).toEqual([{ n: 6 }])
})

test.each(['Mary Marked', 'MARY MARKED', 'marked, mary'])(
  'a name of the user in an event about others, written %s, is erased with them',
  async (name) => {
    await portal.owner(`insert into audit_events (event, after) values ('branding_changed', $1)`, [
      JSON.stringify({ by: name, mode: 'custom', list: [{ name }] }),
    ])
    await erase()
    expect(await portal.owner('select after from audit_events where id = 7')).toEqual([
      { after: { by: '(erased)', mode: 'custom', list: [{ name: '(erased)' }] } },
    ])
  },
)

test('an erasure that is repeated changes nothing, and events that are not sealed yet are sealed as they are left', async () => {
  await portal.owner(
    `insert into audit_events (event, subject_user_id, after) values ('link_added', $1, '{"name": "Mine"}')`,
    [userId],
  )
  await erase()
  const before = await portal.owner('select * from audit_redactions order by event_id')
  await erase()
  expect(await portal.owner('select * from audit_redactions order by event_id')).toEqual(before)
  await seal()
  expect(await problem()).toBeNull()
})

test.each([
  ['changes what an erasure left', `update audit_events set subject_user_id = 424242 where id = 3`, 'has been changed'],
  [
    'writes other texts into an erased event',
    `update audit_events set after = '{"lastName": "Other"}' where id = 3`,
    'has been changed',
  ],
  ['removes a redaction', 'delete from audit_redactions where event_id = 3', 'has been changed'],
  ['removes an erased event', 'delete from audit_events where id = 3', 'the event of this seal is missing'],
  [
    'makes an erasure of their own for an event that was none',
    `insert into audit_redactions (event_id, seal_hash, text_hash, signature)
     select 6, seal.hash, sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8')), 'old.forged'
       from audit_seals seal join audit_events entry on entry.id = 6 where seal.event_id = 6`,
    'the erasure in event 6 has no valid signature of a key in PORTAL_SECRET_KEYS (key old)',
  ],
  [
    'copies the signature of another erasure',
    `update audit_redactions set signature = (select signature from audit_redactions where event_id = 2) where event_id = 3`,
    'the erasure in event 3 has no valid signature',
  ],
])('an owner of the database who %s is detected (S78)', async (_what, tampering, found) => {
  await erase()
  await portal.owner(tampering)
  expect(await problem()).toContain(found)
})

test('an event that was changed before its user was erased loses its texts and stays one that was changed', async () => {
  await portal.owner(`update audit_events set after = '{"lastName": "Forged"}' where id = 3`)
  await erase()
  expect(await portal.owner('select after from audit_events where id = 3')).toEqual([
    { after: { lastName: '(erased)' } },
  ])
  expect(await problem()).toContain('has been changed (seal 3, event 3)')
})

test('the portal can erase nothing of users who are not deleted, and change no event otherwise', async () => {
  const active = await portal.make.user()
  await portal.owner(
    `insert into audit_events (event, subject_user_id, after) values ('link_added', $1, '{"name": "Mine"}')`,
    [active.id],
  )
  await erase([active.id])
  expect(await portal.owner('select after from audit_events where id = 7')).toEqual([{ after: { name: 'Mine' } }])
  await expect(
    portal.database.jobs.write({ text: 'update audit_events set after = null', values: [] }),
  ).rejects.toThrow('permission denied')
  await expect(portal.database.jobs.write({ text: 'delete from audit_redactions', values: [] })).rejects.toThrow(
    'permission denied',
  )
})

test('an operator who replaces the key has the erasures signed anew, and one who lost it as well (secret-keys)', async () => {
  await erase()
  const rotated = keyRing([NEW, OLD])
  const run = (ring: KeyRing) =>
    portal.database.jobs.transact(everything, (tx) => reencryptSecrets(statementsIn(tx), ring, [auditRedactions]))
  const kinds = await run(rotated)
  expect(kinds.map(({ rows, count }) => [rows.table, count])).toContainEqual(['audit_redactions', 5])
  await portal.owner(`insert into audit_events (event) values ('branding_changed')`)
  await seal(rotated)
  expect(await problem(keyRing([NEW]))).toBeNull()
  const other = keyRing([OLD])
  expect(await problem(other)).toContain('(key new)')
  await portal.database.jobs.transact(everything, (tx) => signRedactionsAgain(other, tx, 'new'))
  expect(await portal.owner(`select count(*)::int as n from audit_redactions where signature like 'old.%'`)).toEqual([
    { n: 5 },
  ])
})

/** Signed redactions of events that are not there, numbered from 1. */
async function redactions(count: number, ring: KeyRing): Promise<void> {
  const [sealHash, textHash] = ['aa'.repeat(32), 'bb'.repeat(32)]
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  await portal.owner('truncate audit_redactions')
  await portal.owner(
    `insert into audit_redactions (event_id, seal_hash, text_hash, signature)
     select id, decode($3, 'hex'), decode($4, 'hex'), signature from unnest($1::bigint[], $2::text[]) one (id, signature)`,
    [ids, ids.map((id) => ring.sign('audit redaction', `${id}:${sealHash}:${textHash}`)), sealHash, textHash],
  )
}

test.each([1_000, 1_001, 2_000])('each of %i erasures is signed anew, whose batches have a thousand', async (count) => {
  await redactions(count, keys)
  const rotated = keyRing([NEW, OLD])
  const changed = await portal.database.jobs.transact(everything, (tx) =>
    reencryptSecrets(statementsIn(tx), rotated, [auditRedactions]),
  )
  expect(changed.map((kind) => kind.count)).toEqual([count])
  const former = `select count(*)::int as n from audit_redactions where signature not like 'new.%'`
  expect(await portal.owner(former)).toEqual([{ n: 0 }])
})

test.each([10_000, 10_001, 20_000])(
  'the last of %i erasures is verified and signed again, whose batches have ten thousand',
  async (count) => {
    await redactions(count, keys)
    const { jobs } = portal.database
    const found = () => jobs.transact(everything, (tx) => redactionProblem(keys, tx))
    expect(await found()).toBeNull()
    await portal.owner(`update audit_redactions set text_hash = seal_hash where event_id = $1`, [count])
    expect(await found()).toContain(String(count))
    await jobs.transact(everything, (tx) => signRedactionsAgain(keyRing([NEW, OLD]), tx, 'old'))
    const former = `select count(*)::int as n from audit_redactions where signature not like 'new.%'`
    expect(await portal.owner(former)).toEqual([{ n: 0 }])
  },
)
