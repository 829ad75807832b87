import {
  ACCESS_CHANGE_UNDO_HOURS,
  type AccessChangeCondition,
  type AccessChangeState,
  type ListedChangeKind,
  STOPPED_PLAN_DAYS,
} from '@portico/contract/access-changes/access-change-rules.ts'
import type { accessChangeList, ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { runFirst } from '../../db/run.ts'

interface Filters {
  kindCd?: ListedChangeKind | undefined
  stateCd?: AccessChangeState | undefined
  conditionCd?: AccessChangeCondition | undefined
}

/** Who reads acts. */
export interface ActReader {
  userId: number
  /** Sees the acts of everybody in scope. */
  isPortalAdmin: boolean
}

/** An act belongs to the administrator who started it; besides them only portal administrators see it. */
const isVisible = ({ userId, isPortalAdmin }: ActReader) =>
  isPortalAdmin ? sql<boolean>`true` : sql<boolean>`act.owner_id = ${userId}`

/** What an act gives or ends stands in its permissions by ids; the names are those of now. */
const applications = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('systemNm', named.system, 'pageNm', named.page) order by named.system, named.page nulls first)
      from (
        select system.name as system, null as page
          from jsonb_array_elements(act.permissions -> 'system') given
          join systems system on system.id = (given ->> 'systemId')::integer
        union all
        select system.name, page.name
          from jsonb_array_elements(act.permissions -> 'page') given
          join pages page on page.id = (given ->> 'pageId')::integer
          join systems system on system.id = page.system_id) named), '[]')`

const sets = sql`
  coalesce((
    select jsonb_agg(named.name order by lower(named.name))
      from jsonb_array_elements_text(act.permissions -> 'setIds') given (id)
      join permission_sets named on named.id = given.id::integer), '[]')`

const rows = ({ userId, isPortalAdmin }: ActReader) => ({
  from: sql`(access_changes act
    left join users owner on owner.id = act.owner_id
    left join access_change_users leaving on act.kind = 'hand-over' and leaving.access_change_id = act.id
    left join users leaver on leaver.id = leaving.user_id
    left join users recipient on recipient.id = act.recipient_id
    cross join lateral (
      select count(*)::integer as users,
             count(*) filter (where noted.state = 'waiting')::integer as waiting,
             count(*) filter (where noted.state = 'changed')::integer as changed,
             count(*) filter (where noted.state = 'left-out')::integer as left_out,
             count(*) filter (where noted.state = 'failed')::integer as failed,
             count(*) filter (where noted.state = 'undone')::integer as undone,
             count(*) filter (where noted.state = 'kept')::integer as kept
        from access_change_users noted where noted.access_change_id = act.id) counted)`,
  id: sql`act.id`,
  select: sql<ListedAccessChange>`
    act.id as "accessChangeId", act.kind as "kindCd", act.state as "stateCd", ${applications} as applications,
    ${sets} as "setNms",
    leaver.first_name || ' ' || leaver.last_name as "leaverNm",
    recipient.first_name || ' ' || recipient.last_name as "recipientNm",
    act.reason as "reasonTxt", act.created_at as "startedDt", act.planned_at as "plannedDt",
    owner.first_name || ' ' || owner.last_name as "startedByNm", counted.users as "userCnt",
    counted.waiting as "waitingCnt", counted.changed as "changedCnt", counted.left_out as "leftOutCnt",
    counted.failed as "failedCnt", counted.undone as "undoneCnt", counted.kept as "keptCnt",
    case when act.state = 'planned' then case when ${isPortalAdmin} or act.owner_id = ${userId} then act.planned_at end
         when act.owner_id = ${userId} and ${isUndoable} then ${undoUntil} end as "undoUntilDt"`,
})

const undoUntil: RawBuilder<Date> = sql`act.ended_at + make_interval(hours => ${sql.lit(ACCESS_CHANGE_UNDO_HOURS)})`
const isUndoable = sql`act.kind <> 'hand-over' and act.state in ('done', 'stopped') and counted.changed > 0 and ${undoUntil} > clock_now()`

/** The acts that a reader sees, the newest first unless they ask for another order. */
export const accessChanges = (
  reader: ActReader,
): ListSource<(typeof accessChangeList.columns)[number], Filters, ListedAccessChange> => ({
  from: sql`access_changes act`,
  id: sql`act.id`,
  where: isVisible(reader),
  columns: { startedDt: sql`act.created_at` },
  filters: {
    kindCd: (kind) => sql`act.kind = ${kind}`,
    stateCd: (state) => sql`act.state = ${state}`,
    conditionCd: (condition) => conditions[condition](reader.userId),
  },
  rows: rows(reader),
})

const conditions: Readonly<Record<AccessChangeCondition, (userId: number) => RawBuilder<boolean>>> = {
  /**
   * Of an act that came to its end nobody waits, also where it was taken back later and that stopped. The one user of a
   * hand-over is left out when it stops, and a hand-over that happened is never taken back.
   */
  stoppedPlan: (userId) => sql`
    act.owner_id = ${userId} and act.state = 'stopped' and act.planned_at is not null
    and act.ended_at > clock_now() - make_interval(days => ${sql.lit(STOPPED_PLAN_DAYS)})
    and (act.kind = 'hand-over' or exists (
      select from access_change_users noted where noted.access_change_id = act.id and noted.state = 'waiting'))`,
}

/** Selects the acts that an administrator planned and that stopped lately: nobody was there to see it. */
export const stoppedChanges = (userId: number): RawBuilder<unknown> =>
  sql`select from access_changes act where ${conditions.stoppedPlan(userId)}`

/** An act that the reader sees; undefined where there is none of this id. */
export function findShownChange(tx: Tx, reader: ActReader, id: number): Promise<ListedAccessChange | undefined> {
  const { from, select } = rows(reader)
  return runFirst(
    tx,
    sql<ListedAccessChange>`select ${select} from ${from} where act.id = ${id} and ${isVisible(reader)}`,
  )
}
