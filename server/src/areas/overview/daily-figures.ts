import { listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { type DailyFigure, FIGURE_DAYS, type FigureKind, figureKinds } from '@portico/contract/overview/overview.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import type { Db, Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { arrayOf, day, int, nullable, statement, text, textOf } from '../../db/statement.ts'
import { mayCall } from '../../http/admin-guard.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'

/** The call that lists what is counted: who may not make it gets no numbers. */
const listedBy = {
  signIns: listAuditEvents,
  failedSignIns: listAuditEvents,
  newUsers: listUsers,
  accessRequests: listAccessRequests,
} satisfies Record<FigureKind, unknown>

/** The days that are counted, in the business time zone; today is not over. */
const countedDays = `
  select ((clock_now() at time zone $1)::date - $2::integer + 1) as first, (clock_now() at time zone $1)::date as today`

const deletePast = statement([text, int], {
  name: 'overview: delete past figures',
  text: `
  with counted as (${countedDays})
  delete from daily_figures using counted where day < counted.first`,
})

/**
 * The newest day was not over when it was counted, and the day before may have got events after its last count; the days
 * before them stay.
 */
const selectUncounted = statement([text, int], {
  name: 'overview: select uncounted days',
  text: `
  with counted as (${countedDays})
  select each.day::date as day
    from counted
    cross join generate_series(greatest(counted.first, (select max(day) - 1 from daily_figures)), counted.today, interval '1 day') each (day)
   order by each.day`,
  row: { day },
})

const deleteDay = statement([day], {
  name: 'overview: delete figures of a day',
  text: 'delete from daily_figures where day = $1',
})

const insertDay = statement([text, day], {
  name: 'overview: insert figures of a day',
  text: `
  with happened as (
    select client_id,
           case event when 'authn_login_success' then 'signIns' when 'user_created' then 'newUsers'
                      when 'access_requested' then 'accessRequests' else 'failedSignIns' end as kind
      from audit_events
     where at >= $2::date::timestamp at time zone $1 and at < ($2::date + 1)::timestamp at time zone $1
       and event in ('authn_login_success', 'authn_login_fail', 'authn_login_fail_max', 'authn_login_lock',
                     'authn_login_stopped', 'user_created', 'access_requested'))
  insert into daily_figures (day, kind, client_id, amount)
  select $2::date, kind, client_id, count(*) from happened
   group by grouping sets ((kind), (kind, client_id))
  having grouping(client_id) = 1 or client_id is not null`,
})

/**
 * Counts the days since the last count, and the last two days again, from the audit trail: the oldest first, each in a
 * transaction of its own, so that a run that is broken off is continued by the next one.
 */
export async function countDailyFigures(db: Db, timeZone: string, signal?: AbortSignal): Promise<void> {
  const uncounted = await db.transact(everything, async (tx) => {
    await run(tx, deletePast(timeZone, FIGURE_DAYS))
    return run(tx, selectUncounted(timeZone, FIGURE_DAYS))
  })
  for (const each of uncounted) {
    if (signal?.aborted) return
    await db.transact(everything, (tx) => countDay(tx, timeZone, each.day))
  }
}

async function countDay(tx: Tx, timeZone: string, counted: string): Promise<void> {
  await run(tx, deleteDay(counted))
  await run(tx, insertDay(timeZone, counted))
}

const selectFigures = statement([text, int, nullable(int), arrayOf(text)], {
  name: 'overview: select figures',
  text: `
  with counted as (${countedDays})
  select kind.name as "kindCd", each.day::date as "day", coalesce(figure.amount, 0) as "dayCnt"
    from counted
    cross join unnest($4::text[]) with ordinality kind (name, position)
    cross join generate_series(counted.first, counted.today, interval '1 day') each (day)
    left join daily_figures figure on coalesce(figure.client_id, 0) = coalesce($3::integer, 0)
          and figure.day = each.day::date and figure.kind = kind.name
   where exists (select from daily_figures where coalesce(client_id, 0) = coalesce($3::integer, 0))
   order by kind.position, each.day`,
  row: { kindCd: textOf<FigureKind>(), day, dayCnt: int },
})

/**
 * Returns the figures that the caller may see, in their scope, for each of the last FIGURE_DAYS days; without days before
 * the first count, and before anything happened.
 */
export async function readDailyFigures(
  { db, timeZone }: { db: Db; timeZone: string },
  caller: Caller,
): Promise<DailyFigure[]> {
  const areSeen = await Promise.all(figureKinds.map((kind) => mayCall(listedBy[kind], caller)))
  const kinds = figureKinds.filter((_, index) => areSeen[index])
  if (kinds.length === 0) return []
  const scope = adminScope(caller)
  const clientId = scope.kind === 'everything' ? null : scope.clientId
  const rows = await db.read(scope, (tx) => run(tx, selectFigures(timeZone, FIGURE_DAYS, clientId, kinds)))
  return kinds.map((kindCd) => ({
    kindCd,
    days: rows.filter((row) => row.kindCd === kindCd).map(({ day: dayDt, dayCnt }) => ({ dayDt, dayCnt })),
  }))
}
