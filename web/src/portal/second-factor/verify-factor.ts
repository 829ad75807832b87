import { startPasskeyCheck, verifyCode, verifyPasskey, verifyRecoveryCode } from '@portico/contract/second-factor.ts'
import { call } from '../../api/call.ts'
import { messageOf } from './second-factor.ts'

/** Result of verifying a factor: a token for the next step, or a message at the field. */
export type VerifyResult = { token: string } | { error: string }

const attempt = (work: Promise<{ token: string }>): Promise<VerifyResult> =>
  work.catch((error: unknown) => ({ error: messageOf(error) }))

export const submitCode = (code: string, trustDevice: boolean): Promise<VerifyResult> =>
  attempt(call(verifyCode, { body: { code, trustDevice } }))

export const submitRecoveryCode = (code: string): Promise<VerifyResult> =>
  attempt(call(verifyRecoveryCode, { body: { code } }))

/** Null: the user or the browser cancelled. */
export async function submitPasskey(trustDevice: boolean): Promise<VerifyResult | null> {
  let options
  try {
    options = await call(startPasskeyCheck, { body: {} })
  } catch (error) {
    return { error: messageOf(error) }
  }
  const { signWithPasskey } = await import('../../api/passkeys.ts')
  const credential = await signWithPasskey(options)
  return credential && attempt(call(verifyPasskey, { body: { credential, trustDevice } }))
}
