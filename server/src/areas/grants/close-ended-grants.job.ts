import { everything } from '../../db/scope.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Db, Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/public.ts'
import { run } from '../../db/run.ts'
import { followSourcesOfNext } from './follow-sources.ts'
import { arrayOf, instant, int, present, statement, text } from '../../db/statement.ts'
import { closeEndedSets } from './close-ended-sets.ts'

/** Grants of one kind that a transaction closes. */
export const GRANTS_ENDED_AT_ONCE = 1_000

interface KindOfGrant {
  table: string
  /** Joins that name what a closed grant gave. */
  item: string
  joins: string
}

const kinds = [
  {
    table: 'user_system_grants',
    item: 'system.name::text',
    joins: 'join systems system on system.id = closed.system_id',
  },
  {
    table: 'user_page_grants',
    item: `system.name || ' / ' || page.name`,
    joins: 'join pages page on page.id = closed.page_id join systems system on system.id = page.system_id',
  },
  {
    table: 'user_facility_grants',
    item: 'facility.name::text',
    joins: 'join facilities facility on facility.code = closed.facility_code',
  },
  {
    table: 'user_customer_grants',
    item: `customer.facility_code || ' / ' || customer.name`,
    joins: 'join customers customer on customer.id = closed.customer_id',
  },
].map(({ table, item, joins }: KindOfGrant) => ({
  table,
  /** Closes ended grants as of their end, without an actor. Rows that a change holds are closed by that change. */
  close: statement([], {
    name: `grants: close ended of ${table}`,
    text: `
  with closed as (
    update ${table} set valid_to = ends_at, closed_by = null
     where id in (select id from ${table} where valid_to is null and ends_at <= clock_now()
                   order by ends_at, id limit ${GRANTS_ENDED_AT_ONCE} for update skip locked)
    returning *)
  select closed.user_id as "userId", ${item} as item, closed.ends_at as "endsAt" from closed ${joins} order by closed.id`,
    row: { userId: int, item: text, endsAt: present(instant) },
  }),
}))

/** Pages go with their system: given again later, it must not bring them back. */
const closePages = statement([arrayOf(int)], {
  name: 'grants: close pages',
  text: `
  update user_page_grants held set valid_to = greatest(held.valid_from, ended.valid_to), closed_by = null
    from pages page
    join lateral (select user_id, system_id, max(valid_to) as valid_to from user_system_grants
                   where user_id = any($1::integer[]) and closed_by is null and valid_to = ends_at
                   group by user_id, system_id) ended on ended.system_id = page.system_id
   where held.user_id = ended.user_id and held.page_id = page.id and held.valid_to is null
     and not exists (select from user_system_grants system
                      where system.user_id = held.user_id and system.system_id = page.system_id and system.valid_to is null)`,
})

/**
 * Records the end of grants and of permission sets whose end has passed. They count nowhere from that moment on, whenever
 * this runs. What sources give then takes their place, and reaches those whom it has not reached yet.
 */
export function closeEndedGrantsJob({ db }: { db: Db }): JobDefinition<'grant-ends'> {
  return {
    name: 'grant-ends',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let count = GRANTS_ENDED_AT_ONCE; count === GRANTS_ENDED_AT_ONCE && !signal.aborted; total += count)
        count = await db.transact(everything, (tx) => closeEndedSets(tx, GRANTS_ENDED_AT_ONCE))
      for (const kind of kinds) {
        for (let count = GRANTS_ENDED_AT_ONCE; count === GRANTS_ENDED_AT_ONCE && !signal.aborted; total += count)
          count = await db.transact(everything, (tx) => closeEnded(tx, kind))
      }
      while (!signal.aborted && (await followAll(db, signal)) > 0);
      if (total > 0) logger.info({ grants: total }, 'ended grants are closed')
    },
  }
}

/**
 * Compares all users who have sources with them once, in batches; returns how much has changed. What is changed while it
 * runs may concern users whom it has compared already: it is repeated until nothing changes.
 */
async function followAll(db: Db, signal: AbortSignal): Promise<number> {
  let total = 0
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const from: number = after
    const { last, changed } = await db.transact(everything, (tx) => followSourcesOfNext(tx, from))
    total += changed
    after = last
  }
  return total
}

async function closeEnded(tx: Tx, kind: (typeof kinds)[number]): Promise<number> {
  const closed = await run(tx, kind.close())
  const byUser = Map.groupBy(closed, ({ userId }) => userId)
  if (kind.table === 'user_system_grants' && closed.length > 0) await run(tx, closePages([...byUser.keys()]))
  for (const [userId, grants] of byUser)
    recordAudit(tx, null, {
      event: 'grants_ended',
      actorId: null,
      subjectId: userId,
      sessionId: null,
      target: { kind: 'user', id: userId },
      before: Object.fromEntries(grants.map(({ item, endsAt }) => [item, endOf(endsAt)])),
      after: {},
    })
  return closed.length
}

const endOf = (endsAt: Date) => translateAsShipped(sentences.permission_until({ date: endsAt.toISOString() }))
