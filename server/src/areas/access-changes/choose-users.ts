import { createHash } from 'node:crypto'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import {
  ACCESS_CHANGE_AHEAD_DAYS,
  ACCESS_CHANGE_USERS_MAX,
} from '@portico/contract/access-changes/access-change-rules.ts'
import type { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { readSets } from '../permission-sets/public.ts'
import { readUserTargets, type UserTarget } from '../permissions/public.ts'
import { listQueryOf, readUserIds } from '../users/public.ts'
import type { AccessAct } from './access-change-rules.ts'

export type SentAct = RequestOf<typeof planAccessChange>['body']

export const actOf = ({
  kindCd,
  userSystems = [],
  userPages = [],
  setIds = [],
  setEndDt = null,
}: SentAct): AccessAct => ({
  kind: kindCd,
  permissions: {
    system: userSystems.map(({ systemId, adminFlg, sensitiveDataAccessFlg, endDt }) => ({
      systemId,
      isAdmin: adminFlg ?? false,
      hasSensitiveData: sensitiveDataAccessFlg ?? false,
      endsAt: endDt ?? null,
    })),
    page: userPages.map(({ pageId, endDt }) => ({ pageId, endsAt: endDt ?? null })),
    ...(setIds.length > 0 && { setIds: [...new Set(setIds)], ...(setEndDt && { setsEndAt: setEndDt }) }),
  },
})

/** Users that are read in one statement, so that other requests have their turn in between. */
export const USERS_CHOSEN_AT_ONCE = 1_000

/** Returns the users that an act names, by id, as far as the caller sees them; or why they are too many or none. */
export async function chooseUsers(
  tx: Tx,
  caller: Caller,
  sent: SentAct,
): Promise<UserTarget[] | ReturnType<typeof refuse> | ReturnType<typeof refuseField>> {
  const { userIds, match } = sent
  const refused = await refuseContent(tx, sent)
  if (refused) return refused
  if ((userIds === undefined) === (match === undefined)) return refuseField('userIds', sentences.access_change_nobody)
  const max = ACCESS_CHANGE_USERS_MAX
  const ids = userIds ?? (await readUserIds(tx, adminScope(caller), listQueryOf(match ?? {}, caller.user), max + 1))
  if (ids.length > max) return refuse('422', sentences.access_change_too_many({ max }))
  const unique = [...new Set(ids)]
  const targets: UserTarget[] = []
  for (let start = 0; start < unique.length; start += USERS_CHOSEN_AT_ONCE)
    targets.push(...(await readUserTargets(tx, unique.slice(start, start + USERS_CHOSEN_AT_ONCE))))
  if (targets.length === 0) return refuseField('userIds', sentences.access_change_nobody)
  return targets.toSorted((one, other) => one.id - other.id)
}

/** Why an act cannot give or end this; null where it can. */
async function refuseContent(tx: Tx, { kindCd, userSystems = [], userPages = [], setIds = [] }: SentAct) {
  if (userSystems.length + userPages.length + setIds.length === 0)
    return refuseField('userSystems', sentences.access_change_nothing)
  if (kindCd === 'end' && setIds.length > 0) return refuseField('setIds', sentences.permission_set_not_ended)
  const isUnknown = (await readSets(tx, 'give', setIds)).includes(null)
  return isUnknown ? refuseField('setIds', sentences.permission_set_unknown) : null
}

/** Why nothing can be planned for a moment; null where it can. */
export function refuseDate(plannedDt: Date, now: Date) {
  if (plannedDt <= now) return refuseField('plannedDt', sentences.access_change_begins_past)
  const days = ACCESS_CHANGE_AHEAD_DAYS
  const isTooFar = plannedDt.getTime() > now.getTime() + days * 86_400_000
  return isTooFar ? refuseField('plannedDt', sentences.access_change_too_far({ days })) : null
}

/** The moment at which an act begins; null: at once. Or why it cannot begin then. */
export function plannedAtOf(
  { plannedDt = null, userSystems = [], userPages = [], setEndDt }: SentAct,
  now: Date,
): Date | ReturnType<typeof refuseField> | null {
  if (plannedDt === null) return null
  const refused = refuseDate(plannedDt, now)
  if (refused) return refused
  const ends = [...userSystems, ...userPages].map(({ endDt }) => endDt)
  const endsBefore = [...ends, setEndDt].some((endDt) => endDt && endDt <= plannedDt)
  return endsBefore ? refuseField('plannedDt', sentences.access_change_ends_before) : plannedDt
}

/** A hash of users in the order of their ids: another one where somebody came or went, even if their number is the same. */
export const hashOfUsers = (targets: readonly UserTarget[]): string =>
  createHash('sha256')
    .update(targets.map(({ id }) => id).join(' '))
    .digest('base64url')
