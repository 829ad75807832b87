import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyCheck,
  PasskeyCreation,
  PasskeyProof,
} from '@portico/contract/second-factor/passkey.ts'

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Returns null when the user cancels, or when the browser cannot create a passkey with these options. */
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

/** Returns null when the user cancels, or when the browser has no passkey that is accepted here. */
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
