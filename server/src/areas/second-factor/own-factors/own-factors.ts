import type { OwnFactors } from '@portico/contract/second-factor/second-factor.ts'
import { hashToken, isSameHash } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import type { CallContext } from '../../../http/caller.ts'
import { describePlace } from '../../session/public.ts'
import { type FactorDeps, findAccount } from '../factor-deps.ts'
import { findAuthenticator, listRecoveryCodes } from '../factors/factor-store.ts'
import { listTrustedDevices } from '../factors/trusted-device-store.ts'
import { queries } from '../../../db/queries.ts'
import { run } from '../../../db/run.ts'

/** Returns the second factors of a user for the account settings. */
export async function ownFactors(deps: FactorDeps, { caller, request }: CallContext): Promise<OwnFactors> {
  const userId = caller.user.id
  const account = await findAccount(deps.db, userId)
  if (!account) throw new Error('A signed-in user has no account')
  const thisDevice = hashToken(request.trustedDevice ?? '')
  return deps.db.read(everything, async (tx) => {
    const authenticator = await findAuthenticator(tx, userId)
    const passkeys = await run(
      tx,
      queries
        .selectFrom('passkeys')
        .select(['id as passkeyId', 'name', 'created_at as addedDt', 'last_used_at as lastUsedDt'])
        .where('user_id', '=', userId)
        .orderBy('id'),
    )
    const codes = await listRecoveryCodes(tx, userId)
    const devices = await listTrustedDevices(tx, userId)
    return {
      provider: deps.provider,
      isRequired: account.secondFactorRequired,
      hasPassword: account.signInKind === 'password',
      authenticator: authenticator
        ? { addedDt: authenticator.created_at, lastUsedDt: authenticator.last_used_at }
        : null,
      passkeys,
      recoveryCodesLeft: codes.length,
      trustedDevices: devices.map(({ id, device, address, lastUsedAt, expiresAt, tokenHash }) => ({
        deviceId: id,
        device,
        place: describePlace(address),
        lastUsedDt: lastUsedAt,
        expiresDt: expiresAt,
        isThisOne: isSameHash(tokenHash, thisDevice),
      })),
    }
  })
}
