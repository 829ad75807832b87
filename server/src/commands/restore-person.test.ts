import { buffer } from 'node:stream/consumers'
import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { expect, test } from 'vitest'
import { portalWithMoment } from '../../test/portal-with-moment.ts'

const { ask, storage, live, portal, makePerson, restore, keepMoment, fromMoment, inFolder, make } = portalWithMoment()

const documentsOf = (id: number) =>
  live(
    `select document.id, document.name, document.version, file.id as file
       from documents document
       join document_versions kept on kept.document_id = document.id and kept.version = document.version
       join stored_files file on file.id = kept.file_id and file.state = 'kept' and file.owner_id = document.owner_id
      where document.owner_id = $1 and document.trashed_at is null order by document.name`,
    [id],
  )
const contentOf = async (file: unknown) => (await buffer(await storage().open(String(file)))).toString()

/** Takes everything away but one document and one application. */
async function loseAll({ person, report, granted }: Awaited<ReturnType<typeof makePerson>>) {
  await live('delete from documents where id = $1', [report.id])
  await live(`update document_spaces set used_bytes = 1 where user_id = $1`, [person.id])
  await live('delete from user_links where user_id = $1', [person.id])
  await live('delete from user_section_preferences where user_id = $1', [person.id])
  const [, ...lost] = granted
  await live('update user_system_grants set valid_to = clock_now() where user_id = $1 and system_id = any ($2)', [
    person.id,
    lost,
  ])
  await live(
    `update user_page_grants held set valid_to = clock_now() from pages page
      where page.id = held.page_id and held.user_id = $1 and page.system_id = any ($2)`,
    [person.id, lost],
  )
  await live(`update systems set deleted_at = clock_now() where name = 'Gone'`)
}

test('an operator reads what of a person comes back, stays and cannot come back, and brings it back beside the portal', async () => {
  const made = await makePerson()
  await keepMoment()
  await loseAll(made)
  const { person, other, report } = made
  const before = await live('select max(id) as last from audit_events')
  const planned = await restore('person', person.userName, ...fromMoment())
  expect(planned.output.split('\n')).toEqual([
    `${person.userName} (user ${person.id}), as they were in the backup.`,
    'Comes back:',
    '    1 document: report.csv',
    '    1 share',
    '    1 link: Wiki',
    '    1 favorite: Payroll',
    '    2 permissions: application Archive, page Archive / Archive start',
    'Exists and stays as it is:',
    '    1 document',
    '    2 permissions',
    'Cannot come back:',
    expect.stringMatching(/^ {4}application Gone: /),
    expect.stringMatching(/^ {4}page Gone \/ Gone start: /),
    'Nothing is changed. With --yes it comes back, in one transaction.',
  ])
  expect(planned.code).toBe(0)
  expect(await live('select max(id) as last from audit_events')).toEqual(before)
  expect(await documentsOf(person.id)).toHaveLength(1)

  const done = await restore('person', person.userName, ...fromMoment(), '--yes')
  expect(done.output).toContain('Came back:\n    1 document: report.csv\n')
  expect(done.code).toBe(0)
  const [back] = await documentsOf(person.id)
  expect(back).toMatchObject({ id: report.id, name: 'report.csv', version: 2 })
  expect(await contentOf(back?.['file'])).toBe('second')
  expect(await live('select version from document_versions where document_id = $1 order by 1', [report.id])).toEqual([
    { version: 1 },
    { version: 2 },
  ])
  expect(await live('select recipient_id from document_shares')).toEqual([{ recipient_id: other.id }])
  expect(await live('select name from user_links where user_id = $1', [person.id])).toEqual([{ name: 'Wiki' }])
  expect(
    await live(
      `select given.name, held.granted_by from current_system_grants held join systems given on given.id = held.system_id
        where held.user_id = $1 order by 1`,
      [person.id],
    ),
  ).toEqual([
    { name: 'Archive', granted_by: null },
    { name: 'Ledger', granted_by: null },
  ])
  expect(
    await live(`select event, subject_user_id, after - 'permissions' as after from audit_events where id > $1`, [
      before[0]?.['last'] ?? 0,
    ]),
  ).toEqual([
    {
      event: 'person_restored',
      subject_user_id: person.id,
      after: {
        by: 'restore person',
        from: expect.stringMatching(/^postgres:\/\/[^@]+\/former$/),
        documents: 1,
        links: 1,
        favorites: 1,
      },
    },
  ])

  const again = await restore('person', person.userName, ...fromMoment(), '--yes')
  expect(again.output).toContain('Came back:\n    nothing\nExists and stays as it is:\n    2 documents\n    1 link\n')
  const nothing = await restore('person', person.userName, ...fromMoment())
  expect(nothing.output).toMatch(/\nNothing is changed\.$/)
}, 240_000)

test('an operator brings back the library of a user from a backup folder, under another name where the name is taken', async () => {
  const made = await makePerson()
  const { person, report } = made
  const backup = inFolder('monday')
  expect((await portal('backup', backup)).output).toContain('Backup written')
  await loseAll(made)
  await make().document(person, { name: 'Report.csv' }, 'new')
  // Room for both versions of the document, which have 11 bytes, but not for them twice.
  await live('update document_spaces set used_bytes = $2 where user_id = $1', [person.id, DOCUMENT_QUOTA - 12])
  const databases = () => ask('postgres', 'select datname from pg_database order by datname')
  const before = await databases()
  const done = await restore('library', person.userName, '--from', backup, '--yes')
  expect(done.output.split('\n').slice(0, 6)).toEqual([
    `${person.userName} (user ${person.id}), as they were in the backup.`,
    'Came back:',
    `    1 document: report (restored ${report.id}).csv`,
    '    1 share',
    'Exists and stays as it is:',
    '    1 document',
  ])
  expect(done.code).toBe(0)
  expect(await databases()).toEqual(before)
  expect(await live('select used_bytes::int as used from document_spaces where user_id = $1', [person.id])).toEqual([
    { used: DOCUMENT_QUOTA - 1 },
  ])
  expect(await live(`select after ->> 'from' as backup from audit_events where event = 'person_restored'`)).toEqual([
    { backup: expect.stringMatching(new RegExp(`^${backup} \\(\\d{4}-\\d\\d-\\d\\dT[^ ]+\\)$`)) },
  ])
  expect((await documentsOf(person.id)).map(({ name }) => name)).toEqual([
    'Report.csv',
    `report (restored ${report.id}).csv`,
    'stays.csv',
  ])
  expect(await live('select from user_links')).toEqual([])
  expect((await restore('person', 'former.user', '--from', backup)).output).toBe(
    'The backup has no user former.user. Name them as they were called then.',
  )
}, 240_000)

test('an operator brings back a deleted account, and a document whose file is damaged stays away', async () => {
  const made = await makePerson()
  const { person, report } = made
  await keepMoment()
  const [damaged] = await documentsOf(person.id)
  await loseAll(made)
  await storage().remove(String(damaged?.['file']))
  await live('update users set status = 3, status_changed_at = clock_now() where id = $1', [person.id])
  await live(
    `insert into erasures (user_id, client_id, requested_at, reason, due_at)
     values ($1, $2, clock_now(), 'asked', clock_now() + interval '3 days')`,
    [person.id, person.clientId],
  )
  const done = await restore('person', person.userName, ...fromMoment(), '--yes')
  expect(done.output).toMatch(
    /^ {4}the deleted account, as active; its erasure, which was asked for and due on \S+Z, is taken back$/m,
  )
  expect(done.output).toContain('    document report.csv: its file is missing from the backup or damaged in it\n')
  expect(await live('select status from users where id = $1', [person.id])).toEqual([{ status: 1 }])
  expect(await live('select from erasures')).toEqual([])
  expect(await live('select from documents where id = $1', [report.id])).toEqual([])
}, 240_000)

test('an operator cannot bring back a user who was erased, by the portal or by the list, or whose client is deleted', async () => {
  const { person } = await makePerson()
  await keepMoment()
  await live('update clients set is_deleted = true where id = $1', [person.clientId])
  expect((await restore('person', person.userName, ...fromMoment())).output).toMatch(
    /^The client of \S+ is deleted \(Client \d+\): nothing comes back\.$/,
  )
  await live('update clients set is_deleted = false where id = $1', [person.clientId])
  await live("update users set status = 3, status_changed_at = clock_now() - interval '4 hours' where id = $1", [
    person.id,
  ])
  const certificate = inFolder('certificate.json')
  await portal('person', 'erase', person.userName, '--yes', '--in-days', '0', '--to', certificate)
  expect((await portal('backup', inFolder('tuesday'))).output).toContain('Backup written')
  const erased = `${person.userName} of the backup (user ${person.id}) was erased: erased users do not come back.`
  const refused = await restore('person', person.userName, ...fromMoment(), '--yes')
  expect(refused).toEqual({ code: 1, output: erased })
  // As if the portal itself had been restored to the moment: it does not know of the erasure, and the list does.
  await ask('postgres', 'drop database live')
  await ask('postgres', 'create database live template former')
  const list = inFolder('erasures.json')
  const listed = await restore('library', person.userName, ...fromMoment(), '--erasures', list, '--yes')
  expect(listed).toEqual({ code: 1, output: erased })
}, 240_000)

test('an operator who names a database without a portal, or a role that may not read it, reads what to name', async () => {
  const { person } = await makePerson()
  await ask('postgres', 'create database former')
  expect(await restore('person', person.userName, ...fromMoment())).toEqual({
    code: 1,
    output: 'The database that --from names has no portal in it: it has no table users. Name the restored database.',
  })
  await ask('postgres', 'drop database former')
  await keepMoment()
  await ask('postgres', 'create role reader login')
  const [, address = ''] = fromMoment()
  const asReader = address.replace('//portal@', '//reader@')
  const { output, code } = await restore('person', person.userName, '--from', asReader)
  await ask('postgres', 'drop role reader')
  expect(output).toMatch(
    /^The role reader in --from cannot read all of the portal there, such as the table \w+: name its owner, portal\.$/,
  )
  expect(code).toBe(1)
}, 240_000)
