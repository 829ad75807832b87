import type {
  NewPasskey,
  PasskeyCheck,
  PasskeyCreation,
  PasskeyProof,
} from '@portico/contract/second-factor/passkey.ts'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { FactorOwner, FactorDeps } from '../factor-deps.ts'
import { ownerOf } from '../factor-deps.ts'
import { type Passkey, listPasskeys, addPasskey, countPasskeyUse } from './passkey-store.ts'
import type { Tx } from '../../../db/database.ts'
import { beginFactorStep, finishFactorStep } from './factor-progress-store.ts'

const CHALLENGE = 'passkey challenge'
const CEREMONY_TIMEOUT_MS = 120_000

/** A large library, loaded when the first passkey is used. */
const library = () => import('@simplewebauthn/server')

type Deps = Pick<FactorDeps, 'keys' | 'publicUrl'>

const descriptorsOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports.map(asTransport) }))
/** Transports come from the browser and are returned to it; unknown values are harmless. */
const asTransport = (transport: string) => transport as AuthenticatorTransport

/** Returns a challenge for a new passkey, valid once in this browser. */
export async function beginNewPasskey(
  { keys, publicUrl }: Deps,
  tx: Tx,
  owner: FactorOwner,
  user: { name: string; displayName: string },
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Portico',
    rpID: publicUrl.hostname,
    userName: user.name,
    userDisplayName: user.displayName,
    userID: new TextEncoder().encode(ownerOf(owner)),
    timeout: CEREMONY_TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(await listPasskeys(tx, owner.userId)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await beginFactorStep(
    tx,
    { ...owner, kind: 'new-passkey' },
    keys.encrypt(CHALLENGE, options.challenge, ownerOf(owner)),
  )
  return options as PasskeyCreation
}

/**
 * Stores the passkey when it answers the challenge issued to this browser; false otherwise. The challenge is consumed
 * either way.
 */
export async function finishNewPasskey(
  { keys, publicUrl }: Deps,
  tx: Tx,
  owner: FactorOwner,
  { credential, name }: { credential: NewPasskey; name: string },
): Promise<boolean> {
  const sealed = await finishFactorStep(tx, { ...owner, kind: 'new-passkey' })
  const challenge = sealed && keys.decrypt(CHALLENGE, sealed, ownerOf(owner))
  if (!challenge) return false
  const { clientDataJSON, attestationObject, transports = [] } = credential.response
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: {
      ...credential,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports: transports.map(asTransport) },
    },
    expectedChallenge: challenge,
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return addPasskey(tx, owner.userId, {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    name,
  })
}

/** Returns a challenge for one of the user's passkeys, valid once in this browser. */
export async function beginPasskeyCheck({ keys, publicUrl }: Deps, tx: Tx, owner: FactorOwner): Promise<PasskeyCheck> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: publicUrl.hostname,
    timeout: CEREMONY_TIMEOUT_MS,
    userVerification: 'preferred',
    allowCredentials: descriptorsOf(await listPasskeys(tx, owner.userId)),
  })
  await beginFactorStep(tx, { ...owner, kind: 'passkey' }, keys.encrypt(CHALLENGE, options.challenge, ownerOf(owner)))
  return options as PasskeyCheck
}

/** Consumes the challenge; undefined when none was issued to this browser. */
export async function takeChallenge({ keys }: Deps, tx: Tx, owner: FactorOwner): Promise<string | undefined> {
  const sealed = await finishFactorStep(tx, { ...owner, kind: 'passkey' })
  return sealed && keys.decrypt(CHALLENGE, sealed, ownerOf(owner))
}

/** Returns true when one of the user's passkeys signed the challenge and its counter shows no copy. */
export async function isPasskeyRight(
  { publicUrl }: Deps,
  tx: Tx,
  owner: FactorOwner,
  { challenge, credential }: { challenge: string; credential: PasskeyProof },
): Promise<boolean> {
  const held = await listPasskeys(tx, owner.userId)
  const known = held.find(({ credentialId }) => credentialId === credential.id)
  if (!known) return false
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    requireUserVerification: false,
    credential: { id: known.credentialId, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
  }).catch(() => null)
  return verified?.verified === true && countPasskeyUse(tx, known.id, verified.authenticationInfo.newCounter)
}
