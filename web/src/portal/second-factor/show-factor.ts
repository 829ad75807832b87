import { startPasskeyCheck, verifyCode, verifyPasskey, verifyRecoveryCode } from '@portico/contract/second-factor.ts'
import { call } from '../../api/call.ts'
import { sentenceOf } from './second-factor.ts'

/** How showing a factor ended: a token for the next step, or a sentence beside the field. */
export type Shown = { token: string } | { sentence: string }

const attempt = (work: Promise<{ token: string }>): Promise<Shown> =>
  work.catch((error: unknown) => ({ sentence: sentenceOf(error) }))

export const showCode = (code: string, trustDevice: boolean): Promise<Shown> =>
  attempt(call(verifyCode, { body: { code, trustDevice } }))

export const showRecoveryCode = (code: string): Promise<Shown> => attempt(call(verifyRecoveryCode, { body: { code } }))

/** Null: the person or the browser called it off. */
export async function showPasskey(trustDevice: boolean): Promise<Shown | null> {
  let options
  try {
    options = await call(startPasskeyCheck, { body: {} })
  } catch (error) {
    return { sentence: sentenceOf(error) }
  }
  const { provePasskey } = await import('./passkeys.ts')
  const credential = await provePasskey(options)
  return credential && attempt(call(verifyPasskey, { body: { credential, trustDevice } }))
}
