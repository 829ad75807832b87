import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyCheck, PasskeyCreation, PasskeyProof } from '@portico/contract/passkey.ts'

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Null: the person called it off, or the browser has none that fits. */
export const createPasskey = (options: PasskeyCreation): Promise<NewPasskey | null> =>
  startRegistration({ optionsJSON: options as RegistrationOptions }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject, transports = [] } }) => ({
      id,
      rawId,
      type: type as 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    }),
    () => null,
  )

/** Null: the person called it off, or the browser has none that fits. */
export const signWithPasskey = (options: PasskeyCheck): Promise<PasskeyProof | null> =>
  startAuthentication({ optionsJSON: options as AuthenticationOptions }).then(
    ({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }) => ({
      id,
      rawId,
      type: type as 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
    }),
    () => null,
  )
