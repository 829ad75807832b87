import {
  startPasskeyCheck,
  verifyCode,
  verifyPasskey,
  verifyRecoveryCode,
} from '@portico/contract/second-factor/second-factor.ts'
import { ApiError, call } from '../../api/call.ts'
import { messageOf } from './second-factor.ts'

/** @throws ApiError with a message for the field. */
export const submitCode = (code: string, trustDevice: boolean): Promise<{ token: string }> =>
  call(verifyCode, { body: { code, trustDevice } }).catch(throwWithMessage)

/** @throws ApiError with a message for the field. */
export const submitRecoveryCode = (code: string): Promise<{ token: string }> =>
  call(verifyRecoveryCode, { body: { code } }).catch(throwWithMessage)

function throwWithMessage(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError(messageOf(error), { code: error.code, status: error.status, cause: error })
}

/** Resolves with a token for the next step; null: the user or the browser canceled. */
export async function submitPasskey(trustDevice: boolean): Promise<{ token: string } | null> {
  const options = await call(startPasskeyCheck, { body: {} })
  const { signWithPasskey } = await import('../../api/passkeys.ts')
  const credential = await signWithPasskey(options)
  return credential && call(verifyPasskey, { body: { credential, trustDevice } })
}
