import {
  SERVICE_OVERLAP_MAX_DAYS,
  SERVICE_TOKENS_MAX,
} from '@portico/contract/service-accounts/service-account-rules.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Tx } from '../../db/database.ts'
import { TOKEN_PURPOSE } from './authenticate-service.ts'
import { type RecordedAccount, recordServiceChange } from './record-service-change.ts'
import {
  changeProblem,
  DAY_MS,
  editorProblem,
  endProblem,
  networksIn,
  ownerProblem,
  type ServiceAccountEditor,
} from './service-account-checks.ts'
import type { ServiceAccountProblem } from './service-account-problem.ts'
import {
  findLiveTokens,
  insertServiceAccount,
  insertServiceToken,
  lockServiceAccount,
  type NewServiceAccount,
  revokeAccountRow,
  revokeServiceToken,
  shortenServiceTokens,
} from './service-account-store.ts'
import { newServiceToken } from './service-token.ts'

/** A new token. It is shown once and stored nowhere. */
export interface IssuedToken {
  serviceAccountId: number
  token: string
  expiresAt: Date
}

/** A token that was exchanged. `formerUntil`: until when a former one works; null: none does. */
export interface ExchangedToken extends IssuedToken {
  formerUntil: Date | null
}

interface Problem {
  problem: ServiceAccountProblem
}

/** Creates a service account with its first token, which ends with it. `allowedNetworks` may have empty lines. */
export async function createServiceAccount(
  { tx, keys }: { tx: Tx; keys: KeyRing },
  by: ServiceAccountEditor,
  wanted: NewServiceAccount,
): Promise<IssuedToken | Problem> {
  const problem =
    (await changeProblem(tx, { ...wanted, id: null })) ??
    (await endProblem(tx, wanted.endsAt)) ??
    editorProblem(by, wanted.scopes) ??
    (await ownerProblem(tx, wanted))
  if (problem) return { problem }
  const account = { ...wanted, allowedNetworks: networksIn(wanted.allowedNetworks) }
  const id = await insertServiceAccount(tx, account, userIdOf(by))
  const { ownerId, clientId, ...after } = account
  const named = { id, clientId, ownerId }
  recordServiceChange(tx, by, { event: 'service_account_changed', account: named, after })
  return addToken(tx, keys, by, { account: named, expiresAt: account.endsAt })
}

/**
 * Issues a further token, for which the former ones go on for `overlapDays`. With 0 they end now. Two tokens of an
 * account work at once at most.
 */
export async function rotateServiceToken(
  { tx, keys }: { tx: Tx; keys: KeyRing },
  by: ServiceAccountEditor,
  { id, overlapDays }: { id: number; overlapDays: number },
): Promise<ExchangedToken | Problem> {
  if (overlapDays > SERVICE_OVERLAP_MAX_DAYS) return { problem: { field: 'overlap', why: 'too-long' } }
  const account = await lockServiceAccount(tx, id)
  if (!account) return { problem: { field: 'account', why: 'unknown' } }
  if (account.endsAt <= account.now) return { problem: { field: 'account', why: 'ended' } }
  const problem = editorProblem(by, account.scopes) ?? (await ownerProblem(tx, account))
  if (problem) return { problem }
  const overlapEnd = new Date(account.now.getTime() + overlapDays * DAY_MS)
  const shortened = await shortenServiceTokens(tx, id, overlapEnd)
  const former = await findLiveTokens(tx, id)
  if (former.length >= SERVICE_TOKENS_MAX) return { problem: { field: 'token', why: 'too-many' } }
  for (const { prefix } of shortened)
    recordServiceChange(tx, by, {
      event: 'service_token_changed',
      account,
      after: { token: prefix, endsAt: overlapEnd },
    })
  const issued = await addToken(tx, keys, by, { account, expiresAt: account.endsAt })
  return { ...issued, formerUntil: former[0]?.expiresAt ?? null }
}

/** Revokes one token of an account, or undefined: the account with all of them. Null: done. */
export async function revokeService(
  tx: Tx,
  by: ServiceAccountEditor,
  { id, tokenId }: { id: number; tokenId: number | undefined },
): Promise<ServiceAccountProblem | null> {
  const account = await lockServiceAccount(tx, id)
  if (!account) return { field: 'account', why: 'unknown' }
  if (tokenId === undefined) {
    await revokeAccountRow(tx, id, userIdOf(by))
    const after = { name: account.name, isRevoked: true }
    recordServiceChange(tx, by, { event: 'service_account_changed', account, after })
    return null
  }
  const revoked = await revokeServiceToken(tx, tokenId, id)
  if (!revoked) return { field: 'token', why: 'unknown' }
  const after = { token: revoked.prefix, isRevoked: true }
  recordServiceChange(tx, by, { event: 'service_token_changed', account, after })
  return null
}

/** Null: the command line. */
const userIdOf = (by: ServiceAccountEditor): number | null => ('caller' in by ? by.caller.user.id : null)

async function addToken(
  tx: Tx,
  keys: KeyRing,
  by: ServiceAccountEditor,
  { account, expiresAt }: { account: RecordedAccount; expiresAt: Date },
): Promise<IssuedToken> {
  const { token, prefix } = newServiceToken()
  const keyedHash = keys.sign(TOKEN_PURPOSE, token)
  await insertServiceToken(tx, { serviceAccountId: account.id, prefix, keyedHash, expiresAt })
  const after = { token: prefix, endsAt: expiresAt }
  recordServiceChange(tx, by, { event: 'service_token_changed', account, after })
  return { serviceAccountId: account.id, token, expiresAt }
}
