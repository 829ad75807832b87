import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import {
  SERVICE_ACCOUNT_MAX_DAYS,
  SERVICE_ACCOUNT_NAME_MAX,
  SERVICE_NETWORKS_MAX,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import { isNetwork } from '../../config/networks.mjs'
import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import type { ServiceAccountProblem } from './service-account-problem.ts'
import { hasClient } from '../clients/public.ts'
import { findAccountOfName, findServiceOwner, type NewServiceAccount } from './service-account-store.ts'

/**
 * Who changes service accounts: an administrator, with the pages of the administration that they hold, or a command of
 * the operator by its name.
 */
export type ServiceAccountEditor = (ActContext & { pages: readonly AdminPage[] }) | { command: string }

export const DAY_MS = 86_400_000

/** What administrators change of an account. `id`: its own; null: of a new one. */
export type ChangedAccount = Pick<NewServiceAccount, 'name' | 'clientId' | 'scopes' | 'allowedNetworks'> & {
  id: number | null
}

/** Why name, scopes or networks cannot be. */
export async function changeProblem(
  tx: Tx,
  { id, name, clientId, scopes, allowedNetworks }: ChangedAccount,
): Promise<ServiceAccountProblem | null> {
  if (name === '') return { field: 'name', why: 'empty' }
  if (name.length > SERVICE_ACCOUNT_NAME_MAX) return { field: 'name', why: 'too-long' }
  if (clientId !== null && !(await hasClient(tx, clientId))) return { field: 'client', why: 'unknown' }
  const namesake = await findAccountOfName(tx, name, clientId)
  if (namesake && namesake.id !== id) return { field: 'name', why: 'taken' }
  if (scopes.length === 0) return { field: 'scopes', why: 'none' }
  return networksProblem(allowedNetworks)
}

/** Lines count from 1, empty ones too. */
function networksProblem(lines: readonly string[]): ServiceAccountProblem | null {
  if (networksIn(lines).length > SERVICE_NETWORKS_MAX) return { field: 'networks', why: 'too-many' }
  const wrong = lines.flatMap((text, index) => {
    const entry = text.trim()
    return isAllowed(entry) ? [] : { line: index + 1, entry: entry.slice(0, ENTRY_SHOWN) }
  })
  return wrong.length === 0 ? null : { field: 'networks', why: 'invalid', lines: wrong }
}

const ENTRY_SHOWN = 60
const isAllowed = (entry: string) => entry === '' || (isNetwork(entry) && !entry.includes('%'))

/** The addresses and networks of a list, without its empty lines. */
export const networksIn = (lines: readonly string[]): string[] => lines.flatMap((line) => line.trim() || [])

/** Why an account cannot end then. */
export async function endProblem(tx: Tx, endsAt: Date): Promise<ServiceAccountProblem | null> {
  const left = endsAt.getTime() - (await databaseTime(tx)).getTime()
  if (left <= 0) return { field: 'end', why: 'past' }
  return left > SERVICE_ACCOUNT_MAX_DAYS * DAY_MS ? { field: 'end', why: 'too-late' } : null
}

type Owned = Pick<NewServiceAccount, 'ownerId' | 'clientId' | 'scopes'>

/** A program may never do more than its owner: they hold every page, and may see the employer. */
export async function ownerProblem(
  tx: Tx,
  { ownerId, clientId, scopes }: Owned,
): Promise<ServiceAccountProblem | null> {
  const owner = await findServiceOwner(tx, ownerId)
  if (!owner) return { field: 'owner', why: 'inactive' }
  if (clientId === null && !owner.isInternal) return { field: 'owner', why: 'external' }
  if (!owner.isInternal && owner.clientId !== clientId) return { field: 'owner', why: 'other-employer' }
  for (const scope of scopes) {
    const { page, accounts } = scopeRules[scope]
    if (accounts === 'installation' && clientId !== null) return { field: 'scopes', why: 'installation-only', scope }
    if (accounts === 'employer' && clientId === null) return { field: 'scopes', why: 'employer-only', scope }
    if (!owner.pages.includes(page)) return { field: 'owner', why: 'lacks-page', scope, page }
  }
  return null
}

/** Nor more than the administrator may do who makes or changes it, or gets a token of it. */
export function editorProblem(by: ServiceAccountEditor, scopes: readonly ServiceScope[]): ServiceAccountProblem | null {
  if ('command' in by) return null
  const scope = scopes.find((one) => !by.pages.includes(scopeRules[one].page))
  return scope === undefined ? null : { field: 'scopes', why: 'editor-lacks-page', scope, page: scopeRules[scope].page }
}
