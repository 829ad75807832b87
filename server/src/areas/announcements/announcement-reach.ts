import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AnnouncementAudience } from '@portico/contract/announcements/announcement-admin.ts'
import type { AudienceGate } from '@portico/contract/announcements/announcement-audience.ts'
import type { Targets } from './announcement-rules.ts'
import { getsSms } from './sms-recipients.ts'
import { run } from '../../db/run.ts'

/** Whom an announcement is for. */
export interface Addressees {
  audience: AnnouncementAudience
  targets: Targets
}

type Condition = RawBuilder<boolean>

/**
 * What has to hold for a user, `person`, so that they see the announcement: the same rule as `announcementsInForce`,
 * seen from the announcement. Only the conditions that its targets need are there.
 */
export function audienceConditions({ audience, targets }: Addressees): [AudienceGate, Condition][] {
  const { clients, departments, industries, systems } = targets
  const any = (ids: readonly number[]) => sql`any(${[...ids]}::integer[])`
  const needed = (isNeeded: boolean, gate: AudienceGate, condition: Condition): [AudienceGate, Condition][] =>
    isNeeded ? [[gate, condition]] : []
  return [
    ['USER_ACTIVE', sql<boolean>`person.status = 1`],
    ...needed(audience !== 'all', 'USER_TYPE', sql<boolean>`person.is_internal = ${audience === 'internal'}`),
    ...needed(clients.length > 0, 'CLIENT', sql<boolean>`person.client_id = ${any(clients)}`),
    ...needed(
      industries.length > 0,
      'INDUSTRY',
      sql<boolean>`person.client_id in (select client_id from client_industries where industry_id = ${any(industries)})`,
    ),
    ...needed(departments.length > 0, 'DEPARTMENT', sql<boolean>`person.department_id = ${any(departments)}`),
    ...needed(
      systems.length > 0,
      'APPLICATION',
      // The offset keeps the holders a list of their own, which is read once: there are more than the planner expects.
      sql<boolean>`person.id in (
        select user_id from current_system_grants where system_id = ${any(systems)} offset 0)`,
    ),
  ]
}

/** The active users whom an announcement is for, as `users person`. */
export function reachedUsers(addressees: Addressees): RawBuilder<unknown> {
  const conditions = audienceConditions(addressees).map(([, condition]) => condition)
  return sql`users person where ${sql.join(conditions, sql` and `)}`
}

/** Whether an announcement is for any active user at all. */
export async function reachesAnybody(tx: Tx, addressees: Addressees): Promise<boolean> {
  return (await run(tx, sql`select from ${reachedUsers(addressees)} limit 1`)).length > 0
}

export interface AnnouncementReach {
  reachCnt: number
  mailCnt: number
  textCnt: number
  clientCnt: number
  clients: { clientId: number; clientNm: string; userCnt: number }[]
  sample: { userId: number; firstNm: string; lastNm: string; clientNm: string; internalFlg: boolean }[]
}

/** Clients and users that are named. */
const CLIENTS_SHOWN = 20
const SAMPLE_SIZE = 8

/** How many users an announcement is for, by client, and some of them from different clients. */
export async function measureReach(tx: Tx, addressees: Addressees): Promise<AnnouncementReach> {
  const [reach] = await run(
    tx,
    sql<AnnouncementReach>`
      with by_client as (
        select person.client_id, count(*)::int as users, count(*) filter (where person.wants_mail)::int as mails
          from ${reachedUsers(addressees)}
         group by person.client_id),
      largest as (
        select client.id, client.name::text as name, by_client.users
          from by_client join clients client on client.id = by_client.client_id
         order by by_client.users desc, client.name, client.id limit ${CLIENTS_SHOWN})
      select coalesce(sum(users), 0)::int as "reachCnt", coalesce(sum(mails), 0)::int as "mailCnt",
             (select count(*)::int from ${reachedUsers(addressees)} and ${sql.raw(getsSms('person'))}) as "textCnt",
             count(*)::int as "clientCnt",
             (select coalesce(jsonb_agg(jsonb_build_object('clientId', id, 'clientNm', name, 'userCnt', users)
                order by users desc, name, id), '[]') from largest) as clients,
             '[]'::jsonb as sample
        from by_client`,
  )
  return { ...(reach as AnnouncementReach), sample: await readSample(tx, addressees) }
}

/** Some of the users, one from each client first. */
async function readSample(tx: Tx, addressees: Addressees): Promise<AnnouncementReach['sample']> {
  return run(
    tx,
    sql<AnnouncementReach['sample'][number]>`
      with first_found as (select person.* from ${reachedUsers(addressees)} order by person.id limit 2000)
      select "userId", "firstNm", "lastNm", "clientNm", "internalFlg" from (
        select person.id as "userId", person.first_name as "firstNm", person.last_name as "lastNm",
               client.name::text as "clientNm", person.is_internal as "internalFlg",
               row_number() over (partition by person.client_id order by person.id) as place
          from first_found person join clients client on client.id = person.client_id) ranked
       order by place, "userId" limit ${SAMPLE_SIZE}`,
  )
}
