import type { Tx } from '../../db/database.ts'
import { isStaleVersion, refuseStale } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { hasSameMembers } from '../../same-members.ts'
import { differenceOf } from '../audit/public.ts'
import { recordServiceChange } from './record-service-change.ts'
import {
  changeProblem,
  editorProblem,
  networksIn,
  ownerProblem,
  type ServiceAccountEditor,
} from './service-account-checks.ts'
import { refuseProblem } from './service-account-refusals.ts'
import {
  compareNetworks,
  lockServiceAccount,
  type NewServiceAccount,
  updateAccountRow,
} from './service-account-store.ts'

type Wanted = Pick<NewServiceAccount, 'name' | 'scopes' | 'allowedNetworks'> & {
  id: number
  /** The version that the administrator has read. */
  version: number | undefined
}

/** Changes name, scopes and networks of a service account, which count from the next call on. Null: done, or it is so. */
export async function updateServiceAccount(
  tx: Tx,
  by: Exclude<ServiceAccountEditor, { command: string }>,
  { id, version, ...wanted }: Wanted,
) {
  const account = await lockServiceAccount(tx, id)
  if (!account) return refuseProblem({ field: 'account', why: 'unknown' })
  if (isStaleVersion(version, account.version))
    return refuseStale(account, sentences.service_account_stale, sentences.service_account_stale_unknown)
  if (account.endsAt <= account.now) return refuseProblem({ field: 'account', why: 'ended' })
  const invalid = await changeProblem(tx, { ...account, ...wanted })
  if (invalid) return refuseProblem(invalid)
  const networks = await compareNetworks(tx, networksIn(wanted.allowedNetworks), account.allowedNetworks)
  // What the account may do already stays, and from nowhere else: pages are asked for what is added alone.
  const scopes = networks.isNarrower ? wanted.scopes.filter((scope) => !account.scopes.includes(scope)) : wanted.scopes
  const problem = editorProblem(by, scopes) ?? (await ownerProblem(tx, { ...account, scopes }))
  if (problem) return refuseProblem(problem)
  const { name, scopes: held, allowedNetworks } = account
  const before = { name, scopes: held, allowedNetworks }
  const next = {
    name: wanted.name,
    scopes: hasSameMembers(held, wanted.scopes) ? held : wanted.scopes,
    allowedNetworks: hasSameMembers(allowedNetworks, networks.stored) ? allowedNetworks : networks.stored,
  }
  if (!differenceOf(before, next)) return null
  await updateAccountRow(tx, id, next, by.caller.user.id)
  recordServiceChange(tx, by, { event: 'service_account_changed', account, before, after: next })
  return null
}
