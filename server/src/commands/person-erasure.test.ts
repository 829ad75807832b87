import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getSessionTimeout } from '@portico/contract/session/session.ts'
import { reactivateUser } from '@portico/contract/users/user-actions.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { MARKER } from '../../test/erasure-markers.ts'
import { fillEverything } from '../../test/erasure-rows.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { everything } from '../db/scope.ts'
import { findAuditProblem } from '../areas/audit/audit-verification.ts'
import { eraseDeletedUsersJob } from '../areas/users/lifecycle/erase-deleted-users.job.ts'
import { personCommand } from './person.ts'
import { jobContext } from '../../test/job-context.ts'

const commands = commandRunner()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'erasure-'))
  vi.stubEnv('PORTAL_DATA_DIR', commands.portal.dataDir)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = (name: string) => path.join(folder, name)
const keys = () => keyRing(commands.portal.config.secretKeys)

/** What the command prints. */
async function person(...args: string[]): Promise<string> {
  commands.clearOutput()
  await personCommand(args)
  return commands.output
}

const runJob = (deletedUsersKeptDays = 0) =>
  eraseDeletedUsersJob({
    db: commands.portal.database.jobs,
    keys: keys(),
    deletedUsersKeptDays,
    portal: 'https://portal.test',
  }).run({}, jobContext())
const statusOf = async ({ id }: { id: number }) =>
  (await commands.portal.owner('select status from users where id = $1', [id]))[0]?.['status']
const eventsOf = ({ id }: { id: number }) =>
  commands.portal.owner(
    `select event, before, after from audit_events
      where subject_user_id = $1 and (event ~ 'eras' or event = 'user_updated') order by id`,
    [id],
  )
const deleteHoursAgo = ({ id }: { id: number }, hours: number) =>
  commands.portal.owner(
    `update users set status = 3, status_changed_at = clock_now() - make_interval(hours => $2, secs => 1) where id = $1`,
    [id, hours],
  )
/** As if the erasures that wait, and the deletions before them, were so many days and two minutes older. */
async function passDays(days: number): Promise<void> {
  const ago = `- make_interval(days => $1, mins => 2)`
  await commands.portal.owner(
    `update users set status_changed_at = status_changed_at ${ago}
      where status = 3 and id in (select user_id from erasures where erased_at is null)`,
    [days],
  )
  await commands.portal.owner(
    `update erasures set requested_at = requested_at ${ago}, due_at = due_at ${ago} where erased_at is null`,
    [days],
  )
}

test('without --yes I read what an erasure takes and leaves, and nothing changes', async () => {
  const user = await commands.portal.make.user({ user_name: 'plan.ned' })
  await commands.portal.make.document(user)
  const printed = await person('erase', ' Plan.Ned ')
  expect(printed).toContain(`The erasure of plan.ned (user ${user.id}) takes:`)
  expect(printed).toMatch(/^ {7}1 {2}Documents with all versions/m)
  expect(printed).toMatch(/^ {7}1 {2}Name, user ID, email addresses/m)
  expect(printed).toMatch(/It leaves:\n {7}1 {2}The number of the user/)
  expect(printed).toMatch(/ {2}Events of the audit trail.*under the number as a pseudonym\. Months.*keep both$/m)
  expect(printed).toMatch(/Nothing is changed\. With --yes plan\.ned is deleted now and erased from .+ UTC on\.$/m)
  expect([await statusOf(user), await eventsOf(user)]).toEqual([1, []])
})

test('a user is deleted at once and erased when the waiting time is over, by the nightly job, with a certificate', async () => {
  const user = await commands.portal.make.user({ user_name: 'wait.ing' })
  const browser = await commands.portal.as(user)
  expect(await person('erase', 'wait.ing', '--yes', '--reason', 'Asked by letter')).toMatch(
    /^wait\.ing is deleted and can no longer sign in\. The job erase-deleted-users erases the data from \d{4}-\d\d-\d\d \d\d:\d\d UTC on\./,
  )
  expect(await statusOf(user)).toBe(3)
  expect(await browser.send(getSessionTimeout, { params: { uid: browser.userId } })).toMatchObject({ code: '401' })
  const [request] = await commands.portal.owner(
    `select requested_by, reason, due_at - requested_at = interval '30 days' as waits from erasures where user_id = $1`,
    [user.id],
  )
  expect(request).toEqual({ requested_by: null, reason: 'Asked by letter', waits: true })
  await passDays(29)
  expect(await runJob()).toBe('Deleted users erased: 0.')
  await passDays(1)
  expect(await runJob()).toBe('Deleted users erased: 1.')
  expect(await statusOf(user)).toBe(4)
  expect(await person('certificate', String(user.id), '--to', fileOf('c.json'))).toContain(fileOf('c.json'))
  expect(JSON.parse(await readFile(fileOf('c.json'), 'utf8'))).toMatchObject({ basis: 'requested', user: user.id })
  expect(await eventsOf(user)).toEqual([
    {
      event: 'user_updated',
      before: { status: 1 },
      after: { status: 3, by: 'person erase' },
    },
    {
      event: 'erasure_requested',
      before: null,
      after: { by: 'person erase', reason: '(erased)', dueAt: expect.any(String) as string },
    },
    {
      event: 'deleted_user_erased',
      before: { deletedAt: expect.any(String) as string },
      after: {
        certificateHash: createHash('sha256')
          .update(await readFile(fileOf('c.json')))
          .digest('hex'),
      },
    },
  ])
})

test('--in-days 0 erases at once: nothing of the user is left, and the certificate has numbers alone', async () => {
  const { portal } = commands
  const user = await portal.make.user()
  await fillEverything(portal, user, await portal.make.user())
  await portal.owner(
    `insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at)
     select id, 'prefix', 'hash', ends_at from service_accounts where owner_id = $1`,
    [user.id],
  )
  const userName = `${MARKER}.users.user_name`
  await deleteHoursAgo(user, 3)
  expect(await person('erase', userName, '--in-days', '0')).toContain(`${userName} is erased at once, for good.`)
  const printed = await person('erase', userName, '--yes', '--in-days', '0', '--to', fileOf('now.json'))
  const certificate = await readFile(fileOf('now.json'), 'utf8')
  expect(printed).toContain(createHash('sha256').update(certificate).digest('hex'))
  expect(JSON.parse(certificate)).toEqual({
    certificate: 'erasure of the personal data of a user',
    portal: portal.origin,
    user: user.id,
    basis: 'requested',
    requestedAt: expect.any(String) as string,
    requestedBy: 'operator',
    dueAt: expect.any(String) as string,
    deletedAt: expect.any(String) as string,
    erasedAt: expect.any(String) as string,
    erased: {
      profile: 1,
      credentials: 10,
      sessions: 3,
      permissions: 1,
      documents: 1,
      settings: 3,
      accounts: 1,
      requests: 2,
      mails: 5,
      reports: 5,
      acts: 1,
      contacts: 4,
    },
    kept: { number: 1, audit: expect.any(Number) as number },
  })
  expect(certificate).not.toContain(MARKER)
  const rows = await portal.owner(`select to_jsonb(users)::text as row from users where id = $1`, [user.id])
  expect(rows).toEqual([{ row: expect.not.stringContaining(MARKER) as string }])
  expect(await statusOf(user)).toBe(4)
  expect(await portal.database.jobs.transact(everything, (tx) => findAuditProblem(tx, keys()))).toBeNull()
})

test('who is not deleted, or was deleted just now, is not erased at once: a file of theirs may still arrive', async () => {
  const user = await commands.portal.make.user({ user_name: 'up.loading' })
  const refused = 'up.loading was not deleted three hours ago or earlier, and a file of theirs may still arrive'
  const erase = () => person('erase', 'up.loading', '--yes', '--in-days', '0', '--to', fileOf('none.json'))
  await expect(erase()).rejects.toThrow(refused)
  expect(await person('erase', 'up.loading', '--in-days', '0')).toContain(`Nothing is changed. ${refused}`)
  expect([await statusOf(user), await eventsOf(user)]).toEqual([1, []])
  await deleteHoursAgo(user, 2)
  await expect(erase()).rejects.toThrow(refused)
  expect([await statusOf(user), await eventsOf(user)]).toEqual([3, []])
})

test('I read the date of an erasure that comes by age before the waiting time ends, also when I take it back', async () => {
  const user = await commands.portal.make.user({ user_name: 'long.gone' })
  await deleteHoursAgo(user, 360 * 24)
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  expect(await person('erase', 'long.gone')).toContain(`and erased from ${day}`)
  expect(await person('erase', 'long.gone', '--yes')).toContain(`erases the data from ${day}`)
  expect(await person('erase', 'long.gone', '--take-back')).toContain(`can restore them until ${day}`)
})

test('who is deleted while my command waits for the deletion is erased as I asked', async () => {
  const user = await commands.portal.make.user({ user_name: 'both.asked' })
  // As a deletion leaves it that began after the command and ended before it.
  await commands.portal.owner(
    `update users set status = 3, status_changed_at = clock_now() + interval '10 seconds' where id = $1`,
    [user.id],
  )
  await person('erase', 'both.asked', '--yes')
  await passDays(30)
  expect(await runJob()).toBe('Deleted users erased: 1.')
  expect(await statusOf(user)).toBe(4)
})

test('an erasure is taken back while it waits, and not once it is due; the user stays deleted', async () => {
  const user = await commands.portal.make.user({ user_name: 'back.taken' })
  await person('erase', 'back.taken', '--yes')
  expect(await person('erase', 'back.taken', '--take-back')).toContain('The erasure of back.taken is taken back.')
  await expect(person('erase', 'back.taken', '--take-back')).rejects.toThrow(
    'No erasure of back.taken waits that can be taken back.',
  )
  await passDays(40)
  expect(await runJob()).toBe('Deleted users erased: 0.')
  expect(await statusOf(user)).toBe(3)
  expect((await eventsOf(user)).map(({ event }) => event)).toEqual([
    'user_updated',
    'erasure_requested',
    'erasure_taken_back',
  ])
  await person('erase', 'back.taken', '--yes', '--in-days', '5')
  expect(await person('erase', 'back.taken')).toMatch(/It was asked for already, and is due from .+ UTC on\./)
  await passDays(5)
  await expect(person('erase', 'back.taken', '--take-back')).rejects.toThrow('that can be taken back')
  await expect(person('erase', 'back.taken', '--yes')).rejects.toThrow('back.taken is being erased already.')
  expect(await runJob()).toBe('Deleted users erased: 1.')
})

test('who is restored while the erasure waits is not erased, nor after another deletion', async () => {
  const { portal } = commands
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  const browser = await portal.as(admin)
  const user = await portal.make.user({ user_name: 'come.back' })
  await person('erase', 'come.back', '--yes', '--in-days', '3')
  expect(
    await browser.send(reactivateUser, { params: { uid: browser.userId }, body: { userId: user.id } }),
  ).toMatchObject({
    code: '200',
  })
  expect(await portal.owner('select from erasures where user_id = $1', [user.id])).toEqual([])
  // As a node of an earlier version leaves it, which knows nothing of erasures.
  await person('erase', 'come.back', '--yes', '--in-days', '3')
  await portal.owner('update users set status = 1, status_changed_at = clock_now() where id = $1', [user.id])
  await passDays(3)
  await portal.owner('update users set status = 3, status_changed_at = clock_now() where id = $1', [user.id])
  expect(await runJob()).toBe('Deleted users erased: 0.')
  expect(await statusOf(user)).toBe(3)
})

test('a user whose erasure is due cannot be restored', async () => {
  const { portal } = commands
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  const browser = await portal.as(admin)
  const user = await portal.make.user({ user_name: 'too.late' })
  await person('erase', 'too.late', '--yes', '--in-days', '3')
  await passDays(3)
  expect(
    await browser.send(reactivateUser, { params: { uid: browser.userId }, body: { userId: user.id } }),
  ).toMatchObject({
    status: 422,
    message: 'This user can no longer be restored: the personal data are being erased.',
  })
})

test('the last portal administrator, unknown users and files that are there are refused, and nothing changes', async () => {
  const { portal } = commands
  await portal.owner(
    'update users set status = 2 where id in (select user_id from user_authorities where is_portal_admin)',
  )
  const last = await portal.make.user({ user_name: 'last.one', is_internal: true })
  await portal.make.adminPages(last, ['User Administration'])
  await expect(person('erase', 'last.one', '--yes')).rejects.toThrow(
    'last.one is the last portal administrator: make another one first.',
  )
  expect(await statusOf(last)).toBe(1)
  await expect(person('erase', 'no.body')).rejects.toThrow('There is no user no.body.')
  const user = await portal.make.user({ user_name: 'file.there' })
  const there = fileOf('there.json')
  await writeFile(there, 'mine')
  await expect(person('erase', 'file.there', '--yes', '--in-days', '0', '--to', there)).rejects.toThrow(
    'is there already',
  )
  expect([await statusOf(user), await readFile(there, 'utf8')]).toEqual([1, 'mine'])
  await expect(person('certificate', String(user.id))).rejects.toThrow(
    `There is no certificate: no user ${user.id} is erased.`,
  )
  await expect(person('erase', 'file.there', '--yes', '--in-days', '366')).rejects.toThrow(
    '--in-days takes a number from 0 to 365, not "366".',
  )
  await expect(person('erase', 'file.there', '--reason', 'x'.repeat(501))).rejects.toThrow('at most 500 characters')
  for (const wrong of [['erase'], ['erase', 'a', 'b'], ['erase', 'a', '--yes', '--take-back'], ['certificate', 'x']])
    await expect(person(...wrong)).rejects.toThrow('Usage: npm run portal -- person erase USER-NAME')
})
