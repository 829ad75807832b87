import { readRecoveryLink, redeemRecoveryLink } from '@portico/contract/password.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import type { Data } from '@portico/contract/kit/endpoint.ts'
import { ApiError, ask, isCode } from '../../api/call.ts'
import { preLoginToken } from '../../api/session.ts'
import { fetchPreLoginToken } from '../sign-in/sign-in.ts'

export type Link = Data<typeof readRecoveryLink> & { token: string }

/** The token behind the # of the mailed address. */
export const tokenIn = (hash: string): string | null => /^#?([\w-]{43})$/.exec(hash)?.[1] ?? null

/** What the link opens; null where it is no longer good. */
export async function openLink(token: string | null): Promise<Link | null> {
  if (token === null) return null
  try {
    const { data } = await withToken(() => ask(readRecoveryLink, { body: { token } }))
    return { ...data, token }
  } catch (error) {
    if (isCode(error, '404') || isCode(error, '400')) return null
    throw error
  }
}

/** How a choice ended: stored, the link is over, or what speaks against it. */
export type Choice =
  | { kind: 'stored' }
  | { kind: 'over' }
  | { kind: 'refused'; message: string; fields: readonly FieldIssue[] }

export async function storePassword(token: string, newPassword: string, confirmPassword: string): Promise<Choice> {
  try {
    await withToken(() => ask(redeemRecoveryLink, { body: { token, newPassword, confirmPassword } }))
    return { kind: 'stored' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === '404') return { kind: 'over' }
    return { kind: 'refused', message: error.message, fields: error.fields }
  }
}

/** A call before sign-in needs its token; one that has grown old is replaced once. */
async function withToken<T>(work: () => Promise<T>): Promise<T> {
  if (!preLoginToken.read()) await fetchPreLoginToken()
  try {
    return await work()
  } catch (error) {
    if (!isCode(error, '401')) throw error
    await fetchPreLoginToken()
    return work()
  }
}
