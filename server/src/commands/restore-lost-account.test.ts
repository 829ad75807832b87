import { expect, test } from 'vitest'
import type { MadeUser } from '../../test/make.ts'
import { portalWithMoment } from '../../test/portal-with-moment.ts'

const { live, portal, makePerson, restore, keepMoment, fromMoment, inFolder, make } = portalWithMoment()

/** As a fault does, and nothing of the portal. */
async function loseAccount({ id }: MadeUser) {
  for (const [table, column] of [
    ['documents', 'owner_id'],
    ['document_spaces', 'user_id'],
    ['stored_files', 'owner_id'],
    ['user_system_grants', 'user_id'],
    ['user_page_grants', 'user_id'],
    ['users', 'id'],
  ])
    await live(`delete from ${table} where ${column} = $1`, [id])
}
/** Writes the list of erased users, as each backup does. */
async function listErasures() {
  expect((await portal('backup', inFolder('monday'))).output).toContain('Backup written')
  return ['--erasures', inFolder('erasures.json')]
}

test('an operator brings back an account whose row is lost, inactive and without any means to sign in', async () => {
  const { person } = await makePerson()
  await live(`update users set job_title = 'Clerk', may_sign_on_as = true where id = $1`, [person.id])
  const accountOf = () =>
    live(
      `select created_at::text as made, user_name, first_name, last_name, email, client_id, job_title from users where id = $1`,
      [person.id],
    )
  const before = await accountOf()
  await keepMoment()
  await loseAccount(person)
  const erasures = await listErasures()
  expect((await restore('person', person.userName, ...fromMoment(), '--yes')).output).toMatch(
    / name it with --erasures\.$/,
  )
  expect((await restore('library', person.userName, ...fromMoment(), ...erasures)).output).toBe(
    `The account of ${person.userName} is lost: restore person brings it back, with the library.`,
  )
  const planned = await restore('person', person.userName, ...fromMoment(), ...erasures)
  expect(planned.output.split('\n').slice(1, 4)).toEqual([
    'Comes back:',
    '    the account, which is lost: as inactive, without any means to sign in',
    '    2 documents: stays.csv, report.csv',
  ])
  expect(planned.output).toContain('With --yes it comes back, the account first, then all else in one transaction.')
  expect(await accountOf()).toEqual([])

  const done = await restore('person', person.userName, ...fromMoment(), ...erasures, '--yes')
  expect(done.output).toContain('Came back:\n    the account, which is lost: as inactive, ')
  expect(done.code).toBe(0)
  expect(await accountOf()).toEqual(before)
  expect(
    await live(
      `select status, password_hash, security_answer_hash, may_sign_on_as,
              (select count(*)::int from documents where owner_id = users.id) as documents,
              (select count(*)::int from current_system_grants where user_id = users.id) as systems,
              (select count(*)::int from user_sign_ins where user_id = users.id) as "signIns"
         from users where id = $1`,
      [person.id],
    ),
  ).toEqual([
    {
      status: 2,
      password_hash: null,
      security_answer_hash: null,
      may_sign_on_as: false,
      documents: 2,
      systems: 3,
      signIns: 1,
    },
  ])
  expect(
    await live(`select after ->> 'account' as account from audit_events where event = 'person_restored' order by id`),
  ).toEqual([{ account: person.userName }, { account: null }])
  const again = await restore('person', person.userName, ...fromMoment(), ...erasures)
  expect(again.output).toContain('Comes back:\n    nothing\n')
}, 240_000)

test('a lost account stays away whose user was erased, whose name another user has, or that was made after the moment the portal was restored to', async () => {
  const { person } = await makePerson()
  await keepMoment()
  await loseAccount(person)
  const erasures = await listErasures()
  const outcome = async () => (await restore('person', person.userName, ...fromMoment(), ...erasures, '--yes')).output
  const who = `${person.userName} of the backup (user ${person.id})`
  await make().user({ user_name: person.userName })
  expect(await outcome()).toBe(
    `${who} has lost the account, and another user has this name now: rename that one first.`,
  )
  await live('update users set user_name = $1 where user_name = $2', ['someone.else', person.userName])
  const [last] = await live(`select last_value from users_id_seq`)
  await live('alter sequence users_id_seq restart')
  expect(await outcome()).toMatch(
    / has no account in this portal, as where it was itself restored to an earlier moment: /,
  )
  await live(`select setval('users_id_seq', $1)`, [last?.['last_value']])
  await live('update clients set is_deleted = true where id = $1', [person.clientId])
  expect(await outcome()).toBe(`${who} has lost the account, and its client is deleted: nothing comes back.`)
  await live('update clients set is_deleted = false where id = $1', [person.clientId])
  await live(`insert into audit_events (event, subject_user_id) values ('deleted_user_erased', $1)`, [person.id])
  expect(await outcome()).toBe(`${who} was erased: erased users do not come back.`)
  expect(await live('select from users where id = $1', [person.id])).toEqual([])
}, 240_000)
