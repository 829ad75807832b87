import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { refuseStale } from '../../http/answers.ts'
import { type ManagedUser, mayManageUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { runFirst } from '../../db/run.ts'
import { instant, int, nullable, present, statement, text } from '../../db/statement.ts'

type ReadOnlyReason = 'stronger' | 'deleted' | 'unrestorable'

/** Why an administrator cannot change this user; null where they can (decisions E2, E4). */
export function readOnlyReason(
  authority: Authority,
  target: ManagedUser & { status: 1 | 2 | 3 },
): ReadOnlyReason | null {
  if (!mayManageUser(authority, target)) return 'stronger'
  if (target.status !== 3) return null
  return authority.isPortalAdmin ? 'deleted' : 'unrestorable'
}

export const readOnlyRefusals: Readonly<Record<ReadOnlyReason, { code: '403' | '422'; message: Message }>> = {
  stronger: { code: '403', message: sentences.user_stronger },
  deleted: { code: '422', message: sentences.user_deleted_read_only },
  unrestorable: { code: '422', message: sentences.user_deleted_unrestorable },
}

/** Locks and the order of tiles are no part of the profile. A change without an event has nobody's name. */
const latestProfileChange = statement([int], {
  name: 'permissions: latest profile change',
  text: `
  select ${userNameSql('change.actor_user_id')} as "changedByName",
         account.profile_changed_at as "changedAt"
    from users account
    left join lateral (
      select event.actor_user_id from audit_events event
       where event.target_kind = 'user' and event.target_id = account.id::text and event.event = 'user_updated'
         and event.at >= account.profile_changed_at and event.after - 'isLocked' - 'sectionSort' <> '{}'
       order by event.id limit 1) change on true
   where account.id = $1 and account.profile_changed_at is not null`,
  row: { changedByName: nullable(text), changedAt: present(instant) },
})

/** Grants are only opened and closed: the latest of both. One that the portal has closed itself has nobody's name. */
const latestPermissionChange = statement([int], {
  name: 'permissions: latest permission change',
  text: `
  with change as (
    select valid_from, valid_to, granted_by, closed_by from user_system_grants where user_id = $1
    union all
    select valid_from, valid_to, granted_by, closed_by from user_page_grants where user_id = $1)
  select ${userNameSql('latest.by')} as "changedByName", latest.at as "changedAt"
    from (select greatest(valid_from, valid_to) as at, case when valid_to is null then granted_by else closed_by end as by
            from change order by at desc, by limit 1) latest`,
  row: { changedByName: nullable(text), changedAt: instant },
})

const latestChanges = { profile: latestProfileChange, permissions: latestPermissionChange } as const

/** The '409' about details or permissions that someone else has changed, with who and when. */
export async function refuseStaleUser(tx: Tx, userId: number, what: keyof typeof latestChanges) {
  const latest = await runFirst(tx, latestChanges[what](userId))
  const change = latest ?? { changedByName: null, changedAt: await databaseTime(tx) }
  return refuseStale(change, sentences.user_details_stale, sentences.user_details_stale_unknown)
}

const permissionsVersionText = statement([int], {
  name: 'permissions: permissions version text',
  text: `
  select ((select count(*) + count(valid_to) from user_system_grants where user_id = $1)
        + (select count(*) + count(valid_to) from user_page_grants where user_id = $1))::integer as version`,
  row: { version: int },
})

/** Number of times that a system or page of the user was given or taken away: grants are never overwritten. */
export async function permissionsVersion(tx: Tx, userId: number): Promise<number> {
  const row = await runFirst(tx, permissionsVersionText(userId))
  return row?.version ?? 0
}
