import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import {
  SERVICE_ACCOUNT_MAX_DAYS,
  SERVICE_ACCOUNT_NAME_MAX,
  SERVICE_NETWORKS_MAX,
  SERVICE_TOKENS_MAX,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import { isNetwork } from '../../config/networks.mjs'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { TOKEN_PURPOSE } from './authenticate-service.ts'
import {
  findAccountOfName,
  findLiveTokens,
  findServiceOwner,
  type HeldServiceAccount,
  insertServiceAccount,
  insertServiceToken,
  lockServiceAccount,
  type NewServiceAccount,
  revokeAccountRow,
  revokeServiceToken,
  shortenServiceTokens,
} from './service-account-store.ts'
import { newServiceToken } from './service-token.ts'

/** Who changes service accounts: an administrator, or a command of the operator by its name. */
export type ServiceAccountEditor = ActContext | { command: string }

/** Why a service account or a token cannot be. `page`, `scope`: what is missing. */
export type ServiceAccountProblem =
  | { field: 'name'; why: 'empty' | 'too-long' | 'taken' }
  | { field: 'owner'; why: 'inactive' | 'other-employer' | 'external' }
  | { field: 'owner'; why: 'lacks-page'; scope: ServiceScope; page: string }
  | { field: 'scopes'; why: 'none' }
  | { field: 'scopes'; why: 'installation-only' | 'employer-only'; scope: ServiceScope }
  | { field: 'networks'; why: 'invalid' | 'too-many' }
  | { field: 'end'; why: 'past' | 'too-late' }
  | { field: 'token'; why: 'too-many' | 'unknown' }
  | { field: 'account'; why: 'unknown' | 'ended' }

/** A new token. It is shown once and stored nowhere. */
export interface IssuedToken {
  serviceAccountId: number
  token: string
  expiresAt: Date
}

const DAY_MS = 86_400_000

/** Creates a service account with its first token, which ends with it. */
export async function createServiceAccount(
  { tx, keys }: { tx: Tx; keys: KeyRing },
  by: ServiceAccountEditor,
  account: NewServiceAccount,
): Promise<IssuedToken | { problem: ServiceAccountProblem }> {
  const problem = (await ownProblem(tx, account)) ?? (await ownerProblem(tx, account))
  if (problem) return { problem }
  const id = await insertServiceAccount(tx, account, 'caller' in by ? by.caller.user.id : null)
  const { ownerId, clientId, ...after } = account
  const named = { id, clientId, ownerId }
  record(tx, by, { event: 'service_account_changed', account: named, after })
  return addToken(tx, keys, by, { account: named, expiresAt: account.endsAt })
}

async function ownProblem(tx: Tx, account: NewServiceAccount): Promise<ServiceAccountProblem | null> {
  const { name, clientId, scopes, allowedNetworks, endsAt } = account
  if (name === '') return { field: 'name', why: 'empty' }
  if (name.length > SERVICE_ACCOUNT_NAME_MAX) return { field: 'name', why: 'too-long' }
  if (await findAccountOfName(tx, name, clientId)) return { field: 'name', why: 'taken' }
  if (scopes.length === 0) return { field: 'scopes', why: 'none' }
  if (allowedNetworks.length > SERVICE_NETWORKS_MAX) return { field: 'networks', why: 'too-many' }
  if (!allowedNetworks.every((one) => isNetwork(one) && !one.includes('%')))
    return { field: 'networks', why: 'invalid' }
  const left = endsAt.getTime() - (await databaseTime(tx)).getTime()
  if (left <= 0) return { field: 'end', why: 'past' }
  return left > SERVICE_ACCOUNT_MAX_DAYS * DAY_MS ? { field: 'end', why: 'too-late' } : null
}

/** A program may never do more than its owner: they hold every page, and may see the employer. */
async function ownerProblem(
  tx: Tx,
  { ownerId, clientId, scopes }: NewServiceAccount,
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

/**
 * Issues a further token, for which the former ones go on for `overlapDays`. With 0 they end now. Two tokens of an
 * account work at once at most.
 */
export async function rotateServiceToken(
  { tx, keys }: { tx: Tx; keys: KeyRing },
  by: ServiceAccountEditor,
  { id, overlapDays }: { id: number; overlapDays: number },
): Promise<IssuedToken | { problem: ServiceAccountProblem }> {
  const account = await lockServiceAccount(tx, id)
  if (!account) return { problem: { field: 'account', why: 'unknown' } }
  if (account.endsAt <= account.now) return { problem: { field: 'account', why: 'ended' } }
  const overlapEnd = new Date(account.now.getTime() + overlapDays * DAY_MS)
  const shortened = await shortenServiceTokens(tx, id, overlapEnd)
  if ((await findLiveTokens(tx, id)).length >= SERVICE_TOKENS_MAX)
    return { problem: { field: 'token', why: 'too-many' } }
  for (const { prefix } of shortened)
    record(tx, by, { event: 'service_token_changed', account, after: { token: prefix, endsAt: overlapEnd } })
  return addToken(tx, keys, by, { account, expiresAt: account.endsAt })
}

/** Revokes one token of an account, or undefined: the account with all of them. Null: done. */
export async function revokeService(
  tx: Tx,
  by: ServiceAccountEditor,
  { id, tokenId }: { id: number; tokenId?: number },
): Promise<ServiceAccountProblem | null> {
  const account = await lockServiceAccount(tx, id)
  if (!account) return { field: 'account', why: 'unknown' }
  if (tokenId === undefined) {
    await revokeAccountRow(tx, id)
    record(tx, by, { event: 'service_account_changed', account, after: { name: account.name, isRevoked: true } })
    return null
  }
  const revoked = await revokeServiceToken(tx, tokenId, id)
  if (!revoked) return { field: 'token', why: 'unknown' }
  record(tx, by, { event: 'service_token_changed', account, after: { token: revoked.prefix, isRevoked: true } })
  return null
}

type Named = Pick<HeldServiceAccount, 'id' | 'clientId' | 'ownerId'>

async function addToken(
  tx: Tx,
  keys: KeyRing,
  by: ServiceAccountEditor,
  { account, expiresAt }: { account: Named; expiresAt: Date },
): Promise<IssuedToken> {
  const { token, prefix } = newServiceToken()
  const keyedHash = keys.sign(TOKEN_PURPOSE, token)
  await insertServiceToken(tx, { serviceAccountId: account.id, prefix, keyedHash, expiresAt })
  record(tx, by, { event: 'service_token_changed', account, after: { token: prefix, endsAt: expiresAt } })
  return { serviceAccountId: account.id, token, expiresAt }
}

interface Change {
  event: 'service_account_changed' | 'service_token_changed'
  account: Named
  after: object
}

/** The owner is the subject, which readers see who may see them; the state does not name them. */
function record(tx: Tx, by: ServiceAccountEditor, { event, account, after }: Change): void {
  const target = { kind: 'service-account', id: account.id }
  const { clientId, ownerId: subjectId } = account
  if ('caller' in by)
    recordAudit(tx, by.request, { event, ...auditActor(by.caller), subjectId, clientId, target, after })
  else
    recordAudit(tx, null, {
      event,
      actorId: null,
      subjectId,
      sessionId: null,
      clientId,
      target,
      after: { ...after, by: by.command },
    })
}
