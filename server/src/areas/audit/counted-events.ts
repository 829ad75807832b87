import { type RawBuilder, sql } from 'kysely'

/** Filters of the audit trail. */
export interface AuditFilters {
  actorId?: number | undefined
  subjectId?: number | undefined
  clientId?: number | undefined
  eventCd?: string | undefined
  targetKindTxt?: string | undefined
  targetIdTxt?: string | undefined
  fromDt?: Date | undefined
  toDt?: Date | undefined
  changesFlg?: boolean | undefined
}

const DAY_MS = 86_400_000

/**
 * The number of events of a client and a time without counting them, or undefined where other filters are given: sealed
 * ones of whole days in UTC are counted as they are sealed. Added are those of the days at both ends, those since the last
 * seal, and those before it that were committed too late for their turn; no transaction takes ten minutes.
 * @param scopeClientId client of the administrator; null: all clients
 */
export function countedByDays(
  scopeClientId: number | null,
  { fromDt, toDt, clientId = scopeClientId ?? undefined, ...others }: Partial<AuditFilters>,
): RawBuilder<{ total: number }> | undefined {
  const { from, first, end, to } = daysIn(fromDt, toDt)
  const isOutside = scopeClientId !== null && clientId !== scopeClientId
  if (first >= end || isOutside || Object.keys(others).length > 0) return undefined
  const ofClient = clientId === undefined ? sql`true` : sql`event.client_id = ${clientId}`
  const inDays = within(first, end)
  return sql`
    with sealed as (select coalesce(max(event_id), 0) as last from audit_seals)
    select ((select coalesce(sum(events), 0) from audit_day_counts
              where client_id = ${clientId ?? 0} and day >= ${dayOf(first)} and day < ${dayOf(end)})
      + (select count(*) from audit_events event where ${ofClient} and ${within(from, first)})
      + (select count(*) from audit_events event where ${ofClient} and ${within(end, to)})
      -- Found by their numbers, whatever their time.
      + (select count(*) from (select * from audit_events where id > sealed.last offset 0) event where ${ofClient} and ${inDays})
      + (select count(*) from audit_events event
          where event.at > clock_now() - interval '10 minutes' and event.id <= sealed.last and ${ofClient} and ${inDays}
            and not exists (select from audit_seals seal where seal.event_id = event.id)))::int as total
      from sealed`
}

/** A time with the whole days in it, in milliseconds since 1970; infinite where it is open. */
function daysIn(fromDt: Date | undefined, toDt: Date | undefined) {
  const from = fromDt?.getTime() ?? -Infinity
  const to = toDt?.getTime() ?? Infinity
  return { from, first: Math.ceil(from / DAY_MS) * DAY_MS, end: Math.floor(to / DAY_MS) * DAY_MS, to }
}

/** The years 1 to 9999, which PostgreSQL reads as they are written. */
const YEARS_FROM = Date.parse('0001-01-01T00:00:00Z')
const YEARS_UNTIL = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as PostgreSQL reads it: infinity is one. */
function momentOf(ms: number) {
  if (ms < YEARS_FROM) return sql`'-infinity'::timestamptz`
  return ms > YEARS_UNTIL ? sql`'infinity'::timestamptz` : sql`${new Date(ms).toISOString()}::timestamptz`
}

const within = (from: number, until: number) => sql`event.at >= ${momentOf(from)} and event.at < ${momentOf(until)}`

const dayOf = (ms: number) => sql`(${momentOf(ms)} at time zone 'UTC')::date`
