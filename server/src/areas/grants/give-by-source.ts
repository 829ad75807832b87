import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, instant, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import { lacksPage, lacksSystem } from './lacked-items.ts'
import { closedSql } from './source-ends.ts'

// What a source gave until an earlier moment is closed, so that it is opened until the later one. An application that ends
// here keeps its pages: it is opened at once.
const closeStatement = statement([arrayOf(int), arrayOf(int), arrayOf(int), nullable(instant)], {
  name: 'grants: close what a source gives for longer',
  text: `
  with closed_systems as (
    update user_system_grants held set ${closedSql}
     where held.user_id = any ($1::integer[]) and held.system_id = any ($2::integer[]) and held.valid_to is null
       and held.by_group and held.ends_at < coalesce($4::timestamptz, 'infinity')
    returning 1),
  closed_pages as (
    update user_page_grants held set ${closedSql}
     where held.user_id = any ($1::integer[]) and held.page_id = any ($3::integer[]) and held.valid_to is null
       and held.by_group and held.ends_at < coalesce($4::timestamptz, 'infinity')
    returning 1)
  select from closed_systems union all select from closed_pages`,
})

const giveStatement = statement([arrayOf(int), arrayOf(int), arrayOf(int), int, nullable(instant)], {
  name: 'grants: give by source',
  text: `
  with opened_systems as (
    insert into user_system_grants (user_id, system_id, granted_by, by_group, ends_at)
    select person.id, given.id, $4, true, $5::timestamptz from unnest($1::integer[]) person (id) cross join unnest($2::integer[]) given (id)
     where ${lacksSystem('person.id', 'given.id')}
    on conflict do nothing returning user_id, system_id),
  opened_pages as (
    insert into user_page_grants (user_id, page_id, granted_by, by_group, ends_at)
    select person.id, page.id, $4, true, $5::timestamptz
      from unnest($1::integer[]) person (id) cross join unnest($3::integer[]) given (id) join pages page on page.id = given.id
     where ${lacksPage('person.id', 'page.id', 'page.system_id')}
    on conflict do nothing returning user_id, page_id)
  select made.user_id as "userId", system.name::text as "systemName", null::text as "pageName"
    from opened_systems made join systems system on system.id = made.system_id
  union all
  select made.user_id, system.name::text, page.name::text
    from opened_pages made join pages page on page.id = made.page_id join systems system on system.id = page.system_id
  order by 1, 2, 3 nulls first`,
  row: { userId: int, systemName: text, pageName: nullable(text) },
})

/** Something that a user got by a source. */
export type GivenItem = RowOf<typeof giveStatement>

interface GivenIds {
  readonly systemIds: readonly number[]
  readonly pageIds: readonly number[]
  /** When the source gives it no longer; null: no planned end. */
  readonly endsAt: Date | null
}

/**
 * Gives users what they lack of these, or have for a shorter time, as given by a source, by the rights of an administrator
 * who has been checked.
 */
export async function giveBySource(
  tx: Tx,
  userIds: readonly number[],
  { systemIds, pageIds, endsAt }: GivenIds,
  by: number,
): Promise<GivenItem[]> {
  await run(tx, closeStatement(userIds, systemIds, pageIds, endsAt))
  return run(tx, giveStatement(userIds, systemIds, pageIds, by, endsAt))
}
