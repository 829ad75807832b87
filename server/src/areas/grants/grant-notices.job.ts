import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { type NewMail, addMails } from '../mail/public.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { instant, int, json, nullable, statement, text } from '../../db/statement.ts'

export interface GrantNoticesDeps {
  db: Db
  /** Business time zone. */
  timeZone: string
}

interface Recipient {
  id: number
  firstName: string
  email: string
  clientId: number
}

/** A grant about which a notice is due, with the users who get it. */
interface DueGrant {
  kind: string
  grantId: number
  item: string
  endsAt: Date
  /** Days in the business time zone until the last day of the grant. */
  days: number
  holder: Recipient
  holderName: string
  /** Null: the portal gave it, the holder did, or the user is no longer active. */
  grantor: Recipient | null
}

/** Rows that a mail lists. */
const ROWS_MAX = 50

/** Names of customers in one row. */
const NAMES_MAX = 3

const customerNames = `array_to_string((array_agg(customer.name::text order by customer.name))[:${NAMES_MAX}], ', ')
         || case when count(*) > ${NAMES_MAX} then ', …' else '' end`

/**
 * SQL of all open grants that have an end, each with the name of what is granted. Customers of a facility that end
 * together with permission sets are one row, that of the first of them: sets give hundreds to thousands of users.
 */
const grantsWithEnd = `
  select 'system' as kind, held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, system.name::text as item
    from user_system_grants held join systems system on system.id = held.system_id and system.deleted_at is null
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'page', held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, system.name || ' / ' || page.name
    from user_page_grants held join pages page on page.id = held.page_id and page.deleted_at is null
    join systems system on system.id = page.system_id and system.deleted_at is null
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'facility', held.id, held.user_id, held.granted_by, held.valid_from, held.ends_at, facility.name::text
    from user_facility_grants held join facilities facility on facility.code = held.facility_code
   where held.valid_to is null and held.ends_at is not null
  union all
  select 'customer', min(held.id), held.user_id, held.granted_by, min(held.valid_from), held.ends_at,
         customer.facility_code || ' / ' || ${customerNames}
    from user_customer_grants held join customers customer on customer.id = held.customer_id
   where held.valid_to is null and held.ends_at is not null
   group by held.user_id, held.granted_by, held.ends_at, customer.facility_code,
            case when not held.by_group then held.id end`

const reader = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'firstName', ${alias}.first_name, 'email', ${alias}.email,
     'clientId', ${alias}.client_id)`

/**
 * Notes what is due and returns it. Days are those of the business time zone: a notice is due from midnight of the day
 * that many days before the last day of the grant. After an outage only the next notice is due. A grant that was given
 * on the day of a notice or later gets no such notice.
 */
const dueGrants = statement([text], {
  name: 'grants: due grants',
  text: `
  with ending as (
    select *, ((ends_at - interval '1 microsecond') at time zone $1)::date as last_day,
           (valid_from at time zone $1)::date as first_day
      from (${grantsWithEnd}) given
     where ends_at > clock_now() and ends_at < clock_now() + interval '17 days'),
  due as materialized (
    select ending.*, last_day - business_today($1) as days, notice.days_before
      from ending
      join users holder on holder.id = ending.user_id and holder.status = 1
      cross join lateral (select min(each) as days_before from unnest(array[14, 7, 1]) each
                           where each >= last_day - business_today($1) and last_day - each > first_day) notice
     where notice.days_before is not null),
  noted as (
    insert into grant_end_notices (kind, grant_id, days_before) select kind, id, days_before from due order by kind, id
    on conflict do nothing returning kind, grant_id)
  select due.kind, due.id as "grantId", due.item, due.ends_at as "endsAt", due.days,
         ${reader('holder')} as holder, holder.first_name || ' ' || holder.last_name as "holderName",
         case when grantor.id is not null then ${reader('grantor')} end as grantor
    from noted join due on due.kind = noted.kind and due.id = noted.grant_id
    join users holder on holder.id = due.user_id
    left join users grantor on grantor.id = due.granted_by and grantor.id <> due.user_id and grantor.status = 1
   order by due.ends_at, due.item, due.kind, due.id`,
  row: {
    kind: text,
    grantId: int,
    item: text,
    endsAt: instant,
    days: int,
    holder: json<Recipient>(),
    holderName: text,
    grantor: nullable(json<Recipient>()),
  },
})

/** Notifies holders and grantors 14, 7 and 1 days before a grant ends, once each. */
export function grantNoticesJob({ db, timeZone }: GrantNoticesDeps): JobDefinition<'grant-notices'> {
  return {
    name: 'grant-notices',
    run: async (_, { logger }) => {
      const mails = await db.transact(everything, async (tx) => {
        const due = await run(tx, dueGrants(timeZone))
        return addMails(tx, mailsAbout(due))
      })
      if (mails > 0) logger.info({ mails }, 'users are notified of grants that end')
    },
  }
}

/** One mail for each reader, role and day. */
function mailsAbout(due: readonly DueGrant[]): NewMail[] {
  const held = Map.groupBy(due, ({ holder, days }) => `holder:${holder.id}:${days}`)
  const given = Map.groupBy(
    due.filter(({ grantor }) => grantor !== null),
    ({ grantor, days }) => `grantor:${grantor?.id}:${days}`,
  )
  return [
    ...[...held.values()].flatMap((grants) => mailAbout(grants, 'holder')),
    ...[...given.values()].flatMap((grants) => mailAbout(grants, 'grantor')),
  ]
}

function mailAbout(grants: readonly DueGrant[], role: 'holder' | 'grantor'): NewMail[] {
  const [first] = grants
  const to = first?.[role]
  if (!first || !to) return []
  return [
    {
      template: 'grants-end',
      fields: {
        firstName: to.firstName,
        reader: role,
        days: first.days,
        grants: grants.slice(0, ROWS_MAX).map(({ item, endsAt, holderName }) => ({
          item,
          endsAt: new Date(endsAt).toISOString(),
          holder: holderName,
        })),
        more: Math.max(0, grants.length - ROWS_MAX),
      },
      // A notice about a grant is noted once, so that its first grant names the mail.
      dedupeKey: `grants-end:${role}:${to.id}:${first.days}:${first.kind}:${first.grantId}`,
      to: to.email,
      clientId: to.clientId,
    },
  ]
}
