import { expect, test, vi } from 'vitest'
import { portalWithMoment } from '../../test/portal-with-moment.ts'
import { connectAsOwner } from '../db/owner-connection.ts'

const { urlOf, live, makePerson, restore, keepMoment, fromMoment, make } = portalWithMoment()

test('an operator reads every permission that comes back, with all that it gives, before and in the audit trail', async () => {
  const person = await make().user()
  const systems = await live(
    `insert into systems (name) select 'Payroll ' || lpad(n::text, 2, '0') from generate_series(1, 22) n returning id`,
  )
  for (const { id } of systems) await make().grant(person, { systemId: Number(id) })
  const end = '2099-12-31T23:00:00.000Z'
  await live(
    'update user_system_grants set is_admin = true, has_sensitive_data = true, ends_at = $1 where system_id = $2',
    [end, systems[0]?.['id']],
  )
  await keepMoment()
  await live('update user_system_grants set valid_to = clock_now() where system_id <> $1', [systems[1]?.['id']])
  await live(
    `update user_system_grants set valid_from = clock_now() - interval '1 day', ends_at = clock_now() - interval '1 minute'
      where system_id = $1`,
    [systems[1]?.['id']],
  )
  const planned = await restore('person', person.userName, ...fromMoment())
  expect(planned.output).toContain(
    `    21 permissions: application Payroll 01 (administrator, sensitive data, until ${end}), application Payroll 03, `,
  )
  expect(planned.output).toContain(', application Payroll 22\n')
  expect(planned.output).toContain(
    'Cannot come back:\n    application Payroll 02: the one of today has ended a moment ago: try again in ten minutes\n',
  )
  await restore('person', person.userName, ...fromMoment(), '--yes')
  const [event] = await live(`select after -> 'permissions' as names from audit_events where event = 'person_restored'`)
  expect(event?.['names']).toContain(`application Payroll 01 (administrator, sensitive data, until ${end})`)
  expect(event?.['names']).toHaveLength(21)
  expect(await live('select count(*)::int as held from current_system_grants where user_id = $1', [person.id])).toEqual(
    [{ held: 21 }],
  )
}, 240_000)

test('an operator reads of access of each kind that it has ended a moment ago, and the rest comes back', async () => {
  const person = await make().user()
  const section_id = await make().section()
  const systemId = await make().system({ name: 'Payroll' })
  await make().grant(person, {
    systemId,
    pageId: await make().page({ system_id: systemId, section_id, name: 'Start' }),
  })
  await live(`insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', false)`, [
    person.id,
  ])
  await live(
    `with made as (insert into customers (name, facility_code) values ('Wharf', 'EDH') returning id)
     insert into user_customer_grants (user_id, customer_id) select $1, id from made`,
    [person.id],
  )
  await keepMoment()
  for (const kind of ['system', 'page', 'facility', 'customer'])
    await live(
      `update user_${kind}_grants set valid_from = clock_now() - interval '1 day', ends_at = clock_now() - interval '1 minute'
        where user_id = $1`,
      [person.id],
    )
  const { output } = await restore('person', person.userName, ...fromMoment(), '--yes')
  const why = 'the one of today has ended a moment ago: try again in ten minutes'
  expect([...output.matchAll(/^ {4}(\S+) .*: (the one of today .*)$/gm)].map(([, kind, said]) => [kind, said])).toEqual(
    ['application', 'page', 'facility', 'customer'].map((kind) => [kind, why]),
  )
}, 240_000)

test('a user whose upload takes the name of a document that comes back just then keeps it, and the operator reads why nothing is restored', async () => {
  const { person, report, stays } = await makePerson()
  await keepMoment()
  await live('delete from documents where id = any ($1)', [[report.id, stays.id]])
  const upload = await connectAsOwner(urlOf('live'), 'upload')
  try {
    await upload.query('begin')
    await upload.query(
      `insert into documents (owner_id, name, extension, size_bytes) values ($1, 'report.csv', 'csv', 1)`,
      [person.id],
    )
    const restoring = restore('library', person.userName, ...fromMoment(), '--yes')
    await vi.waitFor(
      async () => expect(await live(`select from pg_stat_activity where wait_event_type = 'Lock'`)).toHaveLength(1),
      { timeout: 60_000, interval: 200 },
    )
    await upload.query('update document_spaces set used_bytes = used_bytes + 1 where user_id = $1', [person.id])
    await upload.query('commit')
    expect(await restoring).toEqual({
      code: 1,
      output: 'report.csv changed meanwhile: nothing is restored. Try again.',
    })
  } finally {
    await upload.end()
  }
  expect(await live('select name from documents')).toEqual([{ name: 'report.csv' }])
}, 240_000)
