import { SYSTEM_ACCOUNTS_MAX, type SystemAccountsChange } from '@portico/contract/system-accounts/system-accounts.ts'
import { databaseTime } from '../../db/clock.ts'
import { sentences } from '../../http/sentences.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Tx, Db } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { Answer, refuse, refuseFields, refuseStale } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { findTarget, mayGiveToThemselves, refuseReadOnly } from '../permissions/public.ts'
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
import {
  hasAccountSetup,
  listHeldAccounts,
  listClientsOfUser,
  removeAccounts,
  renameAccounts,
  setServedClients,
  addAccount,
} from './account-store.ts'
import { keepAccountTypes } from './account-type-store.ts'
import { auditChange } from '../audit/public.ts'
import { runFirst } from '../../db/run.ts'
import { instant, nullable, statement, text } from '../../db/statement.ts'

interface SaveInput {
  userId: number
  systemId: number
  accounts: SystemAccountsChange
  /** The accounts that the administrator has seen; undefined: any. */
  seen: SeenAccounts | undefined
}

/** Gives a user these accounts in a system (SACC-013). */
export async function saveAccounts(
  { db }: { db: Db },
  by: CallContext,
  { userId, systemId, accounts, seen }: SaveInput,
) {
  const authority = await by.caller.authority()
  return db.transact(adminScope(by.caller), async (tx) => {
    const target = await findTarget(tx, userId)
    const hasSetup = mayGrantSystem(authority, systemId) && (await hasAccountSetup(tx, systemId))
    if (!target || !hasSetup) return refuse('404', sentences.not_found)
    const readOnly = refuseReadOnly(authority, target)
    if (readOnly) return readOnly
    const held = await listHeldAccounts(tx, userId, systemId)
    if (seen && !isSeen(held, seen)) return refuseStaleAccounts(tx, userId, systemId)
    const wanted = identified(accounts.map(wantedOf), held)
    const types = await keepAccountTypes(tx, systemId)
    const clients = await listClientsOfUser(tx, userId)
    const plan = planAccounts(held, wanted, {
      typeIds: types.map(({ id }) => id),
      clientIds: clients.map(({ clientId }) => clientId),
    })
    if ('kind' in plan) return refuseProblem(plan)
    if (userId === authority.userId && (await givesToThemselves(tx, authority, plan)))
      return refuse('403', sentences.permission_not_yourself)
    const refusal = await apply(tx, { userId, by: authority.userId }, plan)
    if (refusal) return refusal
    const after = await listHeldAccounts(tx, userId, systemId)
    auditChange(
      tx,
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

const latestChange = statement([text, text], {
  name: 'system-accounts: latest change',
  text: `
  select ${userNameSql('event.actor_user_id')} as "changedByName", event.at as "changedAt"
    from audit_events event
   where event.target_kind = 'user' and event.target_id = $1 and event.event = 'system_accounts_changed'
     and (event.before ? $2 or event.after ? $2)
   order by event.id desc limit 1`,
  row: { changedByName: nullable(text), changedAt: instant },
})

/** The '409' about accounts that someone else has changed, with who and when. */
async function refuseStaleAccounts(tx: Tx, userId: number, systemId: number) {
  const latest = await runFirst(tx, latestChange(String(userId), keyOf(systemId)))
  const change = latest ?? { changedByName: null, changedAt: await databaseTime(tx) }
  return refuseStale(change, sentences.accounts_stale, sentences.accounts_stale_unknown)
}

async function apply(tx: Tx, { userId, by }: { userId: number; by: number }, plan: AccountPlan) {
  try {
    await removeAccounts(
      tx,
      plan.removed.map(({ id }) => id),
    )
    await renameAccounts(tx, plan.changed, by)
    for (const { id, clientIds } of plan.changed) await setServedClients(tx, id, clientIds)
    for (const account of plan.added)
      await setServedClients(tx, await addAccount(tx, userId, account), account.clientIds)
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
