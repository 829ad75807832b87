import { SYSTEM_ACCOUNTS_MAX, type SystemAccountsChange } from '@portico/contract/system-accounts.ts'
import { sentences } from '../../http/sentences.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { Answer, type LatestChange, refuse, refuseFields, refuseStale } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { findTarget, mayGiveToThemselves, refuseReadOnly } from '../users/public.ts'
import {
  type AccountPlan,
  type AccountProblem,
  givesAccounts,
  type HeldAccount,
  identified,
  isSeen,
  planAccounts,
  type SeenAccounts,
  type WantedAccount,
} from './account-rules.ts'
import { accountView } from './account-view.ts'
import { mayGrantSystem } from './may-grant-system.ts'

interface SaveInput {
  userId: number
  systemId: number
  accounts: SystemAccountsChange
  /** The accounts that the administrator has seen; undefined: any. */
  seen: SeenAccounts | undefined
}

/** Gives a user these accounts in a system (SACC-013). */
export async function saveAccounts(
  { transact }: { transact: Transact<'accountTypes' | 'audit' | 'systemAccounts' | 'tx'> },
  by: CallContext,
  { userId, systemId, accounts, seen }: SaveInput,
) {
  const authority = await by.caller.authority()
  return transact(adminScope(by.caller), async (stores) => {
    const target = await findTarget(stores.tx, userId)
    const hasSetup = mayGrantSystem(authority, systemId) && (await stores.systemAccounts.hasAccountSetup(systemId))
    if (!target || !hasSetup) return refuse('404', sentences.not_found)
    const readOnly = refuseReadOnly(authority, target)
    if (readOnly) return readOnly
    const held = await stores.systemAccounts.ofUser(userId, systemId)
    if (seen && !isSeen(held, seen)) return refuseStaleAccounts(stores.tx, userId, systemId)
    const wanted = identified(accounts.map(wantedOf), held)
    const types = await stores.accountTypes.keepOfSystem(systemId)
    const clients = await stores.systemAccounts.clientsOfUser(userId)
    const plan = planAccounts(held, wanted, {
      typeIds: types.map(({ id }) => id),
      clientIds: clients.map(({ clientId }) => clientId),
    })
    if ('kind' in plan) return refuseProblem(plan)
    if (userId === authority.userId && (await givesToThemselves(stores.tx, authority, plan)))
      return refuse('403', sentences.permission_not_yourself)
    const refusal = await apply(stores, { userId, by: authority.userId }, plan)
    if (refusal) return refusal
    const after = await stores.systemAccounts.ofUser(userId, systemId)
    stores.audit.change(
      by,
      { event: 'system_accounts_changed', kind: 'user', id: userId, clientId: target.clientId, subjectId: userId },
      summary(systemId, held),
      summary(systemId, after),
    )
    return new Answer(after.map(accountView), { message: sentences.accounts_saved })
  })
}

/** Nobody raises themselves, portal administrators neither (decision E4). */
const givesToThemselves = async (tx: Tx, authority: Authority, plan: AccountPlan): Promise<boolean> =>
  givesAccounts(plan) && !(await mayGiveToThemselves(tx, authority))

const wantedOf = (account: SystemAccountsChange[number]): WantedAccount => ({
  id: account.systemAccountUserId ?? null,
  typeId: account.accountTypeId,
  name: account.accountUserNm,
  clientIds: [...new Set(account.clientIds ?? [])],
})

const keyOf = (systemId: number) => `system ${systemId}`

const summary = (systemId: number, accounts: readonly HeldAccount[]) => ({
  [keyOf(systemId)]: accounts.map(({ typeId, name, clientIds }) => ({ typeId, name, clientIds })),
})

const latestChange = `
  select ${userNameSql('event.actor_user_id')} as "changedByName", event.at as "changedAt"
    from audit_events event
   where event.target_kind = 'user' and event.target_id = $1 and event.event = 'system_accounts_changed'
     and (event.before ? $2 or event.after ? $2)
   order by event.id desc limit 1`

/** The '409' about accounts that someone else has changed, with who and when. */
async function refuseStaleAccounts(tx: Tx, userId: number, systemId: number) {
  const [latest] = await query<LatestChange>(tx, latestChange, [String(userId), keyOf(systemId)])
  const change = latest ?? { changedByName: null, changedAt: new Date() }
  return refuseStale(change, sentences.accounts_stale, sentences.accounts_stale_unknown)
}

async function apply(
  { systemAccounts }: Pick<Stores, 'systemAccounts'>,
  { userId, by }: { userId: number; by: number },
  plan: AccountPlan,
) {
  try {
    await systemAccounts.remove(plan.removed.map(({ id }) => id))
    await systemAccounts.rename(plan.changed, by)
    for (const { id, clientIds } of plan.changed) await systemAccounts.serve(id, clientIds)
    for (const account of plan.added)
      await systemAccounts.serve(await systemAccounts.add(userId, account), account.clientIds)
    return null
  } catch (error) {
    if (!isUniqueViolation(error, 'user_system_accounts_by_name')) throw error
    return refuse('400', sentences.accounts_taken)
  }
}

const fieldTexts = {
  missing: ['accountUserNm', sentences.field_required],
  'too-long': ['accountUserNm', sentences.field_too_long],
  taken: ['accountUserNm', sentences.accounts_taken],
  type: ['accountTypeId', sentences.accounts_type_unknown],
  client: ['clientIds', sentences.accounts_client_unknown],
} as const

function refuseProblem(problem: AccountProblem) {
  if ('index' in problem) {
    const [field, message] = fieldTexts[problem.kind]
    const code = problem.kind === 'taken' ? '400' : '422'
    return refuseFields(code, message, [{ field: `${problem.index}.${field}`, message }])
  }
  if (problem.kind === 'locked') return refuse('422', sentences.accounts_locked)
  if (problem.kind === 'unknown') return refuse('409', sentences.accounts_unknown)
  return refuse('422', sentences.accounts_too_many({ max: SYSTEM_ACCOUNTS_MAX }))
}
