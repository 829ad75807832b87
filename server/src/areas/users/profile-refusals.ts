import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { refuseChanged } from '../../http/answers.ts'
import { type ManagedUser, mayManageUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'

/** Why an administrator cannot change this user; null where they can (decision E4). */
export function readOnlyReason(
  authority: Authority,
  target: ManagedUser & { status: 1 | 2 | 3 },
): 'stronger' | 'deleted' | null {
  if (!mayManageUser(authority, target)) return 'stronger'
  return target.status === 3 ? 'deleted' : null
}

export const readOnlyRefusals: Readonly<Record<'stronger' | 'deleted', { code: '403' | '422'; message: Message }>> = {
  stronger: { code: '403', message: sentences.user_stronger },
  deleted: { code: '422', message: sentences.user_deleted_read_only },
}

/** A change by someone else; the name is null for the portal, and for users outside the administrator's scope. */
interface LatestChange {
  name: string | null
  at: Date
}

const staleBy = ({ name, at }: LatestChange) =>
  refuseChanged(name === null ? sentences.user_details_stale_unknown : sentences.user_details_stale({ name }), {
    changedByNm: name,
    changedDt: at,
  })

const latestEvent = `
  select actor.first_name || ' ' || actor.last_name as name, event.at
    from audit_events event left join users actor on actor.id = event.actor_user_id
   where event.target_kind = 'user' and event.target_id = $1 and event.event = any($2)
   order by event.id desc limit 1`

/** The '409' about details or permissions that someone else has changed, with who and when. */
export async function refuseStaleUser(tx: Tx, userId: number, event: 'user_updated' | 'user_permissions_changed') {
  const [latest] = await query<LatestChange>(tx, latestEvent, [String(userId), [event]])
  return staleBy(latest ?? { name: null, at: new Date() })
}

const permissionsVersionText = `
  select ((select count(*) + count(valid_to) from user_system_grants where user_id = $1)
        + (select count(*) + count(valid_to) from user_page_grants where user_id = $1))::integer as version`

/** Number of times that a system or page of the user was given or taken away: grants are never overwritten. */
export async function permissionsVersion(tx: Tx, userId: number): Promise<number> {
  const [row] = await query<{ version: number }>(tx, permissionsVersionText, [userId])
  return row?.version ?? 0
}
