import { setImmediate } from 'node:timers/promises'
import { ACCESS_CHANGE_USERS_SHOWN } from '@portico/contract/access-changes/access-change-rules.ts'
import type { AccessChangePlan, PlannedChange } from '@portico/contract/access-changes/access-changes.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { Refusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { type Message, sentences, type Translate } from '../../http/sentences.ts'
import { distinct, judgeSets, readSets, type SetsOfTarget } from '../permission-sets/public.ts'
import type { PageGrant, SystemGrant } from '../grants/public.ts'
import { type PermissionPlan, planWithin, type UserTarget } from '../permissions/public.ts'
import { type AccessAct, givingOf } from './access-change-rules.ts'
import { type ChangeBatch, LeftOut, leftOutFor, readBatch, wantedOf } from './change-batch.ts'
import { actOf, chooseUsers, hashOfUsers, plannedAtOf, type SentAct } from './choose-users.ts'

/** Users whose access is read in one statement, and judged before other requests have their turn. */
export const ACCESS_PLANNED_AT_ONCE = 200

/** What an act would do now; writes nothing. */
export async function planAccessChange(
  { db, translate }: { db: Db; translate: Translate },
  { caller }: Pick<CallContext, 'caller'>,
  sent: SentAct,
) {
  const authority = await caller.authority()
  const act = actOf(sent)
  return db.read(adminScope(caller), async (tx) => {
    const plannedAt = plannedAtOf(sent, await databaseTime(tx))
    if (plannedAt instanceof Refusal) return plannedAt
    const targets = await chooseUsers(tx, caller, sent)
    if (targets instanceof Refusal) return targets
    const sets = await readSets(tx, 'give', act.permissions.setIds ?? [])
    const changed: AccessChangePlan['changed'] = []
    const leftOut: { target: UserTarget; message: Message }[] = []
    let changedCnt = 0
    for (let start = 0; start < targets.length; start += ACCESS_PLANNED_AT_ONCE) {
      const some = targets.slice(start, start + ACCESS_PLANNED_AT_ONCE)
      const batch = await readBatch(tx, authority, some, [act.permissions])
      // A fresh sign-in is asked for when the act starts.
      const setsOf = await judgeSets(tx, { authority, isFresh: true }, { ...givingOf(act.permissions), sets }, some)
      for (const user of batch.users) {
        const outcome = planWithSets(act, authority, batch, user, setsOf(user.target))
        if (outcome instanceof LeftOut) leftOut.push({ target: user.target, message: outcome.message })
        else if (++changedCnt <= ACCESS_CHANGE_USERS_SHOWN)
          changed.push({ ...personView(user.target), ...changedView(outcome, batch) })
      }
      await setImmediate()
    }
    return {
      userCnt: targets.length,
      reviewedUsersTxt: hashOfUsers(targets),
      changedCnt,
      changed,
      ...leftOutView(leftOut, translate),
    }
  })
}

/** What an act does to a user; `plan` null: nothing besides sets. */
export interface PlannedUser {
  plan: PermissionPlan | null
  sets: SetsOfTarget['changing']
  formerEnds: SetsOfTarget['formerEnds']
}

/** What an act does to a user, or every reason why it leaves them out. */
export function planWithSets(
  act: AccessAct,
  authority: Authority,
  batch: ChangeBatch,
  user: ChangeBatch['users'][number],
  { changing, formerEnds, refusals }: SetsOfTarget,
): PlannedUser | LeftOut {
  const wanted = wantedOf(act, authority, user)
  const plan = wanted instanceof LeftOut ? wanted : planOne(act, batch, user, wanted)
  if (plan instanceof LeftOut && !plan.isUnchanged) return leftOutFor(distinct([plan.message, ...refusals]))
  if (refusals.length > 0) return leftOutFor(refusals)
  if (plan instanceof LeftOut) return changing.length > 0 ? { plan: null, sets: changing, formerEnds } : plan
  return { plan, sets: changing, formerEnds }
}

function planOne(
  { kind }: AccessAct,
  { context }: ChangeBatch,
  { target, held }: ChangeBatch['users'][number],
  wanted: Parameters<typeof planWithin>[3],
): PermissionPlan | LeftOut {
  const plan = planWithin(context, { userId: target.id, isInternal: target.isInternal }, held, wanted)
  if (plan instanceof Refusal) return new LeftOut(plan.message)
  return plan.hasChanges ? plan : unchanged(kind)
}

/** Of a user for whom the rules of permissions find nothing to change. */
export const unchanged = (kind: AccessAct['kind']): LeftOut =>
  new LeftOut(kind === 'give' ? sentences.access_change_already : sentences.access_change_not_held, true)

interface Named {
  id: number
  userName: string
  firstName: string
  lastName: string
}

export const personView = ({ id, userName, firstName, lastName }: Named) => ({
  userId: id,
  userNm: userName,
  firstNm: firstName,
  lastNm: lastName,
})

function leftOutView(leftOut: readonly { target: UserTarget; message: Message }[], translate: Translate) {
  const worded = leftOut.map(({ target, message }) => ({ ...personView(target), message: translate(message) }))
  const reasons = [...Map.groupBy(worded, ({ message }) => message)].map(([message, users]) => ({
    message,
    userCnt: users.length,
  }))
  return {
    leftOutCnt: worded.length,
    leftOut: worded.slice(0, ACCESS_CHANGE_USERS_SHOWN),
    reasons: reasons.toSorted((one, other) => other.userCnt - one.userCnt),
  }
}

const changedView = ({ plan, sets, formerEnds }: PlannedUser, batch: ChangeBatch) => ({
  changes: plan ? changesView(plan, batch) : [],
  ...(sets.length > 0 && { setNms: sets.map(({ set }) => set.name) }),
  ...(formerEnds.size > 0 && { longerSetNms: [...formerEnds.keys()].map(({ set }) => set.name) }),
})

function changesView({ before, after }: PermissionPlan, { context: { catalog } }: ChangeBatch): PlannedChange[] {
  const systemName = (systemId: number | undefined) => catalog.systems.get(systemId ?? 0)?.name ?? ''
  return [
    ...differing(before.system, after.system, ({ systemId }) => systemId).map(([was, is, systemId]) => ({
      systemNm: systemName(systemId),
      pageNm: null,
      before: was && rightsView(was),
      after: is && rightsView(is),
    })),
    ...differing(before.page, after.page, ({ pageId }) => pageId).map(([was, is, pageId]) => ({
      systemNm: systemName(catalog.pages.get(pageId)?.systemId),
      pageNm: catalog.pages.get(pageId)?.name ?? '',
      before: was && rightsView(was),
      after: is && rightsView(is),
    })),
  ]
}

/** The grants that are not the same before and after, by id. */
function differing<Grant>(before: readonly Grant[], after: readonly Grant[], idOf: (grant: Grant) => number) {
  const [was, is] = [before, after].map((grants) => new Map(grants.map((grant) => [idOf(grant), grant])))
  return [...new Set([...before, ...after].map(idOf))]
    .map((id): [Grant | null, Grant | null, number] => [was?.get(id) ?? null, is?.get(id) ?? null, id])
    .filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other))
}

const rightsView = (grant: SystemGrant | PageGrant) => ({
  adminFlg: 'isAdmin' in grant && grant.isAdmin,
  sensitiveDataAccessFlg: 'hasSensitiveData' in grant && grant.hasSensitiveData,
  endDt: grant.endsAt,
})
