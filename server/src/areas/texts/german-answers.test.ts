import { exportAuditEvents, listAuditEvents } from '@portico/contract/audit/audit.ts'
import { exportDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import { saveSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { changeJobSchedule, listJobKinds, listJobRuns, listJobSchedules } from '@portico/contract/jobs/jobs.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { listUndeliveredMails } from '@portico/contract/mail/mail.ts'
import { changePassword } from '@portico/contract/password/password.ts'
import { deUserFieldTexts } from '@portico/contract/users/de/user-field-texts.ts'
import { columnFieldList } from '@portico/contract/users/user-fields.ts'
import { exportUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { fillPath } from '../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { insertDefaultSchedules } from '../../jobs/job-schedules.ts'
import { schedules } from '../../jobs/schedule.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal()
  const user = await portal.make.user({ is_internal: true, language: 'de' })
  await portal.make.adminPages(user, ['Audit Trail', 'Database Maintenance', 'Mail Delivery', 'User Administration'])
  admin = await portal.as(user)
  await insertDefaultSchedules((text, values) => portal.owner(text, values), schedules)
})
afterAll(() => portal.close())

const own = () => ({ uid: admin.userId as number })
const headerOf = async ({ path }: Endpoint, body: object) => {
  const { text } = await admin.request('POST', fillPath(path, { uid: String(admin.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [header, first] = text.replace('\u{FEFF}', '').split('\r\n')
  return { header, first }
}

test('exports have German columns and words', async () => {
  await portal.make.user({
    first_name: 'Zed',
    last_name: 'Lee',
    user_name: 'zed.lee',
    email: 'zed@zed.test',
    status: 2,
  })
  const users = await headerOf(exportUsers, { format: 'csv', nm: 'zed', userStatusIds: '1,2' })
  const before = 'Vorname,Nachname,Benutzername,E-Mail,Arbeitgeber,Status,Letzte Anmeldung (UTC)'
  expect(users.header).toBe([before, ...columnFieldList.map(({ heading }) => deUserFieldTexts[heading])].join())
  expect(users.header).toContain('Kostenstelle')
  expect(users.first).toMatch(/^Zed,Lee,zed.lee,zed@zed.test,.*,Inaktiv,/)
  expect((await headerOf(exportDeletedUsers, { format: 'csv' })).header).toBe(
    'Vorname,Nachname,Benutzername,E-Mail,Arbeitgeber,Gelöscht am (UTC),Durch,Endgültig gelöscht ab (UTC)',
  )
  const audit = await headerOf(exportAuditEvents, { format: 'csv', eventCd: 'users_exported' })
  expect(audit.header).toBe(
    'Zeit (UTC),Ereignis,Aktion,Ausgeführt von,Betroffen,Mandant,Objekt,Objekt-ID,Name des Objekts,Vorher,Nachher,Adresse,Anfrage',
  )
  expect(audit.first).toMatch(/Z,users_exported,Benutzer exportiert,/)
})

test('exported states of the audit trail have their codes in German, and stay as they are recorded', async () => {
  const { id } = await portal.make.user()
  await portal.owner(
    `insert into audit_events (event, subject_user_id, target_kind, target_id, before, after)
     values ('user_updated', $1, 'security_questions', '1', '{"status":1,"note":"Active"}', '{"status":2,"isLocked":true}')`,
    [id],
  )
  const { first } = await headerOf(exportAuditEvents, { format: 'csv', subjectId: id, eventCd: 'user_updated' })
  expect(first).toContain('Sicherheitsfrage,1,Wie hieß Ihre erste Schule?,')
  expect(first).toContain('"{""note"":""Active"",""status"":""Aktiv""}"')
  expect(first).toContain('"{""status"":""Inaktiv"",""isLocked"":""Ja""}"')
  const [event] = await admin.call(listAuditEvents, { params: own(), query: { subjectId: id } })
  expect(event).toMatchObject({ before: { status: 1 }, after: { status: 2, isLocked: true } })
})

test('jobs have German names and messages, and a shipped name stays the shipped one when the form sends it back', async () => {
  await portal.owner(
    `insert into job_runs (job_code, queue_job_id, ended_at, result, message)
     select 'mail-purge', gen_random_uuid(), clock_timestamp(), result, message
       from (values (1, 'failed', 'ENOSPC: no space left'), (2, 'done', 'Rows deleted: 12,345.')) run (n, result, message) order by n`,
  )
  const listed = await admin.call(listJobSchedules, {})
  expect(listed.map(({ jobNm }) => jobNm)).toEqual(
    listed.map(({ jobNm }) => jobNm).toSorted((one, other) => one.localeCompare(other, 'de-DE')),
  )
  const job = listed.find(({ jobCd }) => jobCd === 'mail-purge')
  if (!job) throw new Error('The job is not scheduled')
  expect(job).toMatchObject({ jobNm: 'Alte E-Mails löschen', lastMessage: 'Gelöschte Einträge: 12.345.' })
  const { jobScheduleSetupId } = job
  const params = { ...own(), jobScheduleSetupId }
  expect(
    (await admin.call(listJobRuns, { params: { jobScheduleSetupId }, query: {} })).map(({ messageTxt }) => messageTxt),
  ).toEqual(['Gelöschte Einträge: 12.345.', 'ENOSPC: no space left'])
  expect((await admin.call(listJobKinds, {})).jobs.map(({ jobNm }) => jobNm)).toContain('Alte E-Mails löschen')
  const nameAfter = async (jobNm: string) => {
    await admin.call(changeJobSchedule, { params, body: { jobNm } })
    return (await portal.owner(`select name from job_schedules where code = 'mail-purge'`))[0]?.['name']
  }
  expect(await nameAfter('Alte E-Mails löschen')).toBe('Delete old mail')
  expect(await nameAfter('Post von gestern')).toBe('Post von gestern')
  expect((await admin.call(listJobSchedules, {})).map(({ jobNm }) => jobNm)).toContain('Post von gestern')
})

test('undelivered emails have a German kind and reason; what a mail server said stays', async () => {
  const stored = [
    'Not delivered in time. The mail server cannot be reached, or is not trusted (ESOCKET ECONNREFUSED)',
    'The mail server answered 550 no such user',
    'The key of its secret is lost',
    'something else',
  ]
  for (const [n, reason] of stored.entries())
    await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, fields, state, attempts, last_error)
       values ($1, 'gone@example.test', $2, '{}', 'dead', 1, $3)`,
      [`german ${n}`, n === 3 ? 'of-another-version' : 'use-company-sign-in', reason],
    )
  const mails = await admin.call(listUndeliveredMails, { params: own(), query: {} })
  expect(mails.toReversed().map(({ kindTxt, lastErrorTxt }) => `${kindTxt}: ${lastErrorTxt}`)).toEqual([
    'Hinweis auf die Firmenanmeldung: Nicht rechtzeitig zugestellt. Der Mailserver ist nicht erreichbar oder nicht vertrauenswürdig (ESOCKET ECONNREFUSED)',
    'Hinweis auf die Firmenanmeldung: Der Mailserver antwortete 550 no such user',
    'Hinweis auf die Firmenanmeldung: Der Schlüssel des enthaltenen Geheimnisses ist verloren',
    'of-another-version: something else',
  ])
})

test('refusals quote password rules and faults of metadata in German', async () => {
  const password = await admin.send(changePassword, {
    params: own(),
    body: { currentPassword: 'x', newPassword: 'kurz 4711' },
  })
  expect(JSON.stringify(password.data)).toContain('Mindestens 12 Zeichen.')
  const metadata = await admin.send(saveSamlIdentityProvider, { params: own(), body: { metadataTxt: 'kein XML' } })
  expect(metadata.message).toBe(
    'Diese Metadaten sind ungültig: sie sind kein wohlgeformtes XML oder enthalten DOCTYPE, CDATA oder Verarbeitungsanweisungen, die nicht angenommen werden.',
  )
})
