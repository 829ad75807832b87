import type { NewPasskey, PasskeyCheck, PasskeyCreation, PasskeyProof } from '@portico/contract/passkey.ts'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Stores } from '../../stores.ts'
import type { FactorOwner, FactorParts } from './factor-parts.ts'
import { ownerOf } from './factor-parts.ts'
import type { Passkey } from './passkey-store.ts'

const CHALLENGE = 'passkey challenge'
const PATIENCE_MS = 120_000

/** A library of weight, loaded once somebody has a passkey. */
const library = () => import('@simplewebauthn/server')

type Parts = Pick<FactorParts, 'keys' | 'publicUrl'>

const descriptorsOf = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports.map(asTransport) }))
/** The browser's words are handed back to the browser; unknown ones are harmless. */
const asTransport = (transport: string) => transport as AuthenticatorTransport

/** A challenge for a new passkey, good once in this browser. */
export async function beginNewPasskey(
  { keys, publicUrl }: Parts,
  { passkeys, factorProgress }: Stores,
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
    timeout: PATIENCE_MS,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(await passkeys.list(owner.userId)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await factorProgress.begin(
    { ...owner, kind: 'new-passkey' },
    keys.encrypt(CHALLENGE, options.challenge, ownerOf(owner)),
  )
  return options as PasskeyCreation
}

/** Keeps the passkey if it answers the challenge that was given here; false otherwise. The challenge is gone either way. */
export async function finishNewPasskey(
  { keys, publicUrl }: Parts,
  { passkeys, factorProgress }: Stores,
  owner: FactorOwner,
  { credential, name }: { credential: NewPasskey; name: string },
): Promise<boolean> {
  const sealed = await factorProgress.finish({ ...owner, kind: 'new-passkey' })
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
  return passkeys.add(owner.userId, {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    name,
  })
}

/** A challenge for one of the user's passkeys, good once in this browser. */
export async function beginPasskeyCheck(
  { keys, publicUrl }: Parts,
  { passkeys, factorProgress }: Stores,
  owner: FactorOwner,
): Promise<PasskeyCheck> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: publicUrl.hostname,
    timeout: PATIENCE_MS,
    userVerification: 'preferred',
    allowCredentials: descriptorsOf(await passkeys.list(owner.userId)),
  })
  await factorProgress.begin({ ...owner, kind: 'passkey' }, keys.encrypt(CHALLENGE, options.challenge, ownerOf(owner)))
  return options as PasskeyCheck
}

/** Takes the challenge out of the world; undefined if none was given here. */
export async function takeChallenge(
  { keys }: Parts,
  { factorProgress }: Stores,
  owner: FactorOwner,
): Promise<string | undefined> {
  const sealed = await factorProgress.finish({ ...owner, kind: 'passkey' })
  return sealed && keys.decrypt(CHALLENGE, sealed, ownerOf(owner))
}

/** True if one of the user's passkeys signed the challenge, and it is no copy of it. */
export async function isPasskeyRight(
  { publicUrl }: Parts,
  { passkeys }: Stores,
  owner: FactorOwner,
  { challenge, credential }: { challenge: string; credential: PasskeyProof },
): Promise<boolean> {
  const held = await passkeys.list(owner.userId)
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
  return verified?.verified === true && passkeys.use(known.id, verified.authenticationInfo.newCounter)
}
