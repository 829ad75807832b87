import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { MARKER, marked } from '../../test/erasure-markers.ts'
import { fillEverything } from '../../test/erasure-rows.ts'
import type { MadeUser } from '../../test/make.ts'
import { readZip, rowsIn } from '../../test/read-zip.ts'
import { exportedTables } from '../areas/person-export/all-tables.ts'
import { personCommand } from './person.ts'

const commands = commandRunner()
let folder: string
let person: MadeUser
let other: MadeUser
beforeAll(async () => {
  const { portal } = commands
  person = await portal.make.user({ language: 'de' })
  other = await portal.make.user({ first_name: 'Otto', last_name: 'Other' })
  await fillEverything(portal, person, other)
  await portal.owner('update users set user_name = $1 where id = $2', ['ada.l', person.id])
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'person-'))
  vi.stubEnv('PORTAL_DATA_DIR', commands.portal.dataDir)
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => vi.unstubAllEnvs())

const fileOf = (name: string) => path.join(folder, name)

/** The files of the archive that the command writes. */
async function exported(...options: string[]) {
  const file = fileOf('ada.zip')
  await personCommand(['export', ' Ada.L ', '--to', file, ...options])
  return readZip(await readFile(file))
}

test('the operator gets everything about a person in one archive that only they can read', async () => {
  const files = await exported('--for', 'operator')
  expect(commands.output).toContain(`Everything about ada.l is in ${fileOf('ada.zip')}`)
  expect(commands.output).toContain('do not hand it to the person')
  expect((await stat(fileOf('ada.zip'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['ada.zip'])
  expect([...files.keys()].filter((name) => name.startsWith('data/'))).toEqual(
    [...Object.keys(exportedTables), 'audit_events'].map((table) => `data/${table}.json`),
  )
  expect(rowsIn(files, 'users')).toEqual([
    expect.objectContaining({ id: person.id, userName: 'ada.l', costCenter: marked('users', 'cost_center') }),
  ])
  const document = [...files].find(([name]) => name.startsWith('documents/'))
  expect(document?.[0]).toMatch(/^documents\/\d+\/1\/zqxzqxzqx\.documents\.name$/)
  expect(String(document?.[1])).toMatch(/^content \d+$/)
  expect(
    await commands.portal.owner("select subject_user_id, after from audit_events where event = 'person_exported'"),
  ).toEqual([{ subject_user_id: person.id, after: { by: 'person export --for operator' } }])
})

/** Data of others and of the staff, each with where it stands. */
const ofOthers = {
  'email of a user whom the person changed': 'zqx.changed@others.test',
  'email of a contact whom the person entered': 'zqx.contact@others.test',
  'filter by which the person exported users': 'zqx.filtered@others.test',
  'address of an administrator': '203.0.113.93',
  'request of an administrator': 'zqx-request-of-administrator',
  'name of an administrator at another employer': 'Zqxanna Elsewhere',
  'cost center in the profile': marked('users', 'cost_center'),
  'cost center in an imported file': 'zqx.cost.in.file',
  'cost center in an imported user': 'zqx.cost.in.user',
  'cost center in an event': 'zqx.cost.in.event',
}

/** About a leaver whose documents the person receives. */
const ofLeaver = { reason: 'zqx.reason.of.leaver', permissions: 'zqx.permissions.of.leaver', address: '203.0.113.94' }

/** What is the person's own, beside data of others. */
const ofPerson = {
  'own name in an event': 'zqx.own.former.name',
  'own address in an event': '203.0.113.7',
  'own request in an event': 'zqx-request-of-person',
  'name of a colleague who got a document': 'Otto Other',
  'reason of an own act': marked('access_changes', 'reason'),
  'imported job title': 'zqx.job.title',
}

async function addEventsWithDataOfOthers(administrator: MadeUser): Promise<void> {
  const addEvent = (event: Record<string, unknown>) =>
    commands.portal.owner(
      `insert into audit_events (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, after, address, request_id)
       select event, actor, subject, $2, kind, target, after, address, request
         from jsonb_to_record($1::jsonb) each (event text, actor integer, subject integer, kind text, target text, after jsonb,
              address inet, request text)`,
      [JSON.stringify(event), person.clientId],
    )
  const own = { actor: person.id, subject: person.id }
  await addEvent({
    event: 'user_updated',
    actor: person.id,
    subject: other.id,
    kind: 'user',
    target: String(other.id),
    after: { email: ofOthers['email of a user whom the person changed'] },
    address: ofPerson['own address in an event'],
    request: ofPerson['own request in an event'],
  })
  await addEvent({
    event: 'client_changed',
    ...own,
    kind: 'client',
    target: String(person.clientId),
    after: { contactEmail: ofOthers['email of a contact whom the person entered'] },
  })
  await addEvent({
    event: 'users_exported',
    ...own,
    after: { email: ofOthers['filter by which the person exported users'] },
  })
  await addEvent({
    event: 'user_updated',
    actor: administrator.id,
    subject: person.id,
    kind: 'user',
    target: String(person.id),
    after: { lastName: ofPerson['own name in an event'], costCenter: ofOthers['cost center in an event'] },
    address: ofOthers['address of an administrator'],
    request: ofOthers['request of an administrator'],
  })
}

async function addDataOfOthers(): Promise<void> {
  const { portal } = commands
  const administrator = await portal.make.user({
    client_id: await portal.make.client(),
    first_name: 'Zqxanna',
    last_name: 'Elsewhere',
  })
  await addEventsWithDataOfOthers(administrator)
  await portal.owner(`update user_import_rows set given = $2, details = $3 where created_user_id = $1`, [
    person.id,
    JSON.stringify({ costCenter: ofOthers['cost center in an imported file'], jobTitleDscTxt: 'zqx.job.title' }),
    JSON.stringify({ costCenter: ofOthers['cost center in an imported user'] }),
  ])
  await portal.owner(`insert into user_system_grants (user_id, system_id, granted_by) values ($1, $2, $3)`, [
    person.id,
    await portal.make.system(),
    administrator.id,
  ])
  await portal.owner(
    `insert into access_changes (owner_id, recipient_id, client_id, kind, permissions, reason, is_fresh, session_id, request_id, address)
     values ($1, $2, $3, 'hand-over', $4, $5, true, 1, '', $6)`,
    [
      other.id,
      person.id,
      other.clientId,
      JSON.stringify({ system: ofLeaver.permissions }),
      ofLeaver.reason,
      ofLeaver.address,
    ],
  )
}

test('an archive for the person has no data of others, and that for the operator has all of it', async () => {
  await addDataOfOthers()
  const textOf = async (...options: string[]) => {
    const all = [...(await exported(...options)).values()].map(String).join('\n')
    await rm(fileOf('ada.zip'))
    return all
  }
  const [forPerson, forOperator] = [await textOf(), await textOf('--for', 'operator')]
  const foundIn = (text: string, values: Readonly<Record<string, string>>) =>
    Object.keys(values).filter((name) => text.includes(values[name] ?? ''))
  expect(foundIn(forPerson, ofOthers)).toEqual([])
  expect(foundIn(forPerson, ofPerson)).toEqual(Object.keys(ofPerson))
  expect(foundIn(forOperator, ofOthers)).toEqual(Object.keys(ofOthers))
  expect(foundIn(forPerson + forOperator, ofLeaver)).toEqual([])
  expect(await forWhom()).toEqual(['person export', 'person export --for operator'])
})

/** What the audit trail says of the two newest exports, the older one first. */
async function forWhom(): Promise<unknown[]> {
  const events = await commands.portal.owner(
    `select after ->> 'by' as by from audit_events where event = 'person_exported' order by id desc limit 2`,
  )
  return events.map(({ by }) => by).toReversed()
}

test('without an option the command writes what may be handed to the person', async () => {
  const files = await exported('--language', 'en')
  expect(commands.output).toContain('It may be handed to the person.')
  expect(String(files.get('index.html'))).toContain('The person has asked for it.')
  expect(String(files.get('index.html'))).toContain('Other people are named where they belong to the same employer')
  await expect(personCommand(['export', 'ada.l', '--for', 'all'])).rejects.toThrow(
    'An archive cannot be for "all". It can be for: person, operator.',
  )
})

/** Columns of text that a person's acts or devices fill and that no export may have. */
const secrets = [
  'application_sessions.session_index',
  'authenticators.sealed_seed',
  'oidc_state.payload',
  'outbox_mails.fields',
  'passkeys.credential_id',
  'password_history.password_hash',
  'pending_factor_setups.sealed',
  'provider_sessions.provider_session',
  'recovery_codes.signed_code',
  'report_exports.token',
  'sign_in_tests.request_id',
  'undo_offers.snapshot',
  'users.password_hash',
  'users.security_answer_hash',
]

test('no secret is in the archive, and all that the person has filled otherwise is', async () => {
  const filled = await commands.portal.owner(
    `select password_hash, security_answer_hash from users where id = ${person.id}`,
  )
  expect(filled).toEqual([
    {
      password_hash: marked('users', 'password_hash'),
      security_answer_hash: marked('users', 'security_answer_hash'),
    },
  ])
  const files = await exported('--for', 'operator')
  const all = [...files.values()].map(String).join('\n')
  const found = [...new Set(all.match(new RegExp(`${MARKER}\\.\\w+\\.\\w+`, 'g')))].map((name) =>
    name.slice(MARKER.length + 1),
  )
  expect(secrets.filter((name) => found.includes(name))).toEqual([])
  expect(found.length).toBeGreaterThan(40)
  for (const name of ['user_links.address', 'client_log_entries.message', 'documents.name', 'access_requests.reason'])
    expect(found).toContain(name)
})

test('the page shows the data in the language of the person, without scripts', async () => {
  const page = String((await exported()).get('index.html'))
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('Persönliche Links')
  expect(page).not.toMatch(/<script|javascript:|\son\w+=/i)
  await rm(fileOf('ada.zip'))
  expect(String((await exported('--language', 'en')).get('index.html'))).toContain('Personal links')
})

test('the page has the words of the screens, no internal numbers, nothing that is empty, and names no table', async () => {
  const page = String((await exported('--language', 'en')).get('index.html'))
  expect(page).toContain('<th scope="row">Email</th><td>')
  expect(page).toContain('<th scope="row">Status</th><td>Active</td>')
  expect(page).toContain(marked('user_links', 'address'))
  expect(page).not.toContain('Chosen notifications')
  expect(page).not.toMatch(/<td>(?:true|false|null|undefined)<|schema_migrations|oidc_state|<th scope="\w+">\w*_\w*</)
  expect(page).not.toMatch(/<td>\d{4}-\d\d-\d\dT/)
})

test('of very many entries the page shows the latest and leads to the file with all', async () => {
  await commands.portal.owner(
    `insert into user_links (user_id, name, address, created_at)
     select ${person.id}, 'Link ' || n, 'https://n.example', clock_now() + make_interval(secs => n) from generate_series(1, 1500) n`,
  )
  const page = String((await exported('--language', 'en')).get('index.html'))
  const [row] = await commands.portal.owner(
    `select count(*)::integer as count from user_links where user_id = ${person.id}`,
  )
  expect(page).toContain(
    `Shown: 200 of ${Number(row?.['count']).toLocaleString('en-US')}. All of them are in <a href="data/user_links.json">`,
  )
  expect(page).toContain('<td>Link 1500</td>')
  expect(page).not.toContain('<td>Link 1300</td>')
  await commands.portal.owner("delete from user_links where name like 'Link %'")
})

test('a name with signs of HTML stands on the page as it is', async () => {
  await commands.portal.owner(`update users set last_name = '<b>&"' where id = ${person.id}`)
  const page = String((await exported('--language', 'en')).get('index.html'))
  expect(page).toContain('&lt;b&gt;&amp;&quot;')
  expect(page).not.toContain('<b>')
})

test('a file that the storage has lost is named on the page, and the rest is there', async () => {
  const lost = await commands.portal.make.document(person, { name: 'lost.csv' })
  const [row] = await commands.portal.owner('select file_id from document_versions where document_id = $1', [lost.id])
  await commands.portal.storage.remove(String(row?.['file_id']))
  const files = await exported('--language', 'en')
  expect(String(files.get('index.html'))).toContain(
    `Missing in the storage of the portal: documents/${lost.id}/1/lost.csv`,
  )
  expect(files.get(`documents/${lost.id}/1/lost.csv`)).toEqual(Buffer.alloc(0))
  await commands.portal.owner('delete from documents where id = $1', [lost.id])
})

test('a file that is there already is left alone, and so is nobody’s', async () => {
  await exported()
  const before = await readFile(fileOf('ada.zip'))
  await expect(exported()).rejects.toThrow(`${fileOf('ada.zip')} is there already: choose another file by --to.`)
  expect(await readFile(fileOf('ada.zip'))).toEqual(before)
  await expect(personCommand(['export', 'nobody.here'])).rejects.toThrow('There is no user nobody.here.')
  await expect(personCommand(['export', 'ada.l', '--language', 'xx'])).rejects.toThrow(
    'There is no language "xx". There are: en, de.',
  )
  // Of another program, or of an export that was stopped.
  await rm(fileOf('ada.zip'))
  await writeFile(fileOf('ada.zip.part'), 'theirs')
  await exported()
  expect(String(await readFile(fileOf('ada.zip.part')))).toBe('theirs')
  for (const wrong of [[], ['import', 'ada.l'], ['export'], ['export', 'a', 'b'], ['export', 'a', '--what']])
    await expect(personCommand(wrong)).rejects.toThrow('Usage: npm run portal -- person export USER-NAME')
})

test('an export that fails leaves no file', async () => {
  vi.spyOn(
    await import('../areas/person-export/all-tables.ts').then(
      ({ exportedTables: all }) => all['users'] as { where: string },
    ),
    'where',
    'get',
  ).mockReturnValue('no_such_column')
  await expect(exported()).rejects.toThrow('no_such_column')
  expect(await readdir(folder)).toEqual([])
})
