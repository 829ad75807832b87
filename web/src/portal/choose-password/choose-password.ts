import { readRecoveryLink, redeemRecoveryLink } from '@portico/contract/password/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { request, isCode } from '../../api/call.ts'
import { withPreLoginToken } from '../sign-in/sign-in.ts'

export type Link = DataOf<typeof readRecoveryLink> & { token: string }

/** The token in the fragment (#) of the mailed address. */
export const tokenFromHash = (hash: string): string | null => /^#?([\w-]{43})$/.exec(hash)?.[1] ?? null

/** The user and rules of the link; null when the link is no longer valid. */
export async function openLink(token: string | null): Promise<Link | null> {
  if (token === null) return null
  try {
    const { data } = await withPreLoginToken(() => request(readRecoveryLink, { body: { token } }))
    return { ...data, token }
  } catch (error) {
    if (isCode(error, '404') || isCode(error, '400')) return null
    throw error
  }
}

/** Returns false when the link has expired. @throws ApiError for other refusals. */
export async function storePassword(token: string, newPassword: string, confirmPassword: string): Promise<boolean> {
  try {
    await withPreLoginToken(() => request(redeemRecoveryLink, { body: { token, newPassword, confirmPassword } }))
    return true
  } catch (error) {
    if (isCode(error, '404')) return false
    throw error
  }
}
