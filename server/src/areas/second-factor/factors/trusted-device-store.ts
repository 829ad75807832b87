import { TRUSTED_DEVICE_DAYS } from '@portico/contract/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { queries } from '../../../db/queries.ts'
import { run, runCount } from '../../../db/run.ts'
import { address, bytes, instant, int, type RowOf, statement, text } from '../../../db/statement.ts'

const renewTrust = statement([int, bytes], {
  name: 'second-factor: renew trust',
  text: `
  update trusted_devices set last_used_at = clock_now()
   where user_id = $1 and token_hash = $2 and expires_at > clock_now() returning id`,
  row: { id: int },
})

const trust = statement([int, bytes, text, address], {
  name: 'second-factor: trust',
  text: `
  insert into trusted_devices (user_id, token_hash, device, address, expires_at)
  values ($1, $2, $3, $4, clock_now() + interval '${TRUSTED_DEVICE_DAYS} days')
  on conflict (user_id, token_hash) do update
     set device = excluded.device, address = excluded.address, last_used_at = clock_now(), expires_at = excluded.expires_at`,
})

const trustedOfUser = statement([int], {
  name: 'second-factor: trusted of user',
  text: `
  select id, device, coalesce(host(address), '') as address, last_used_at as "lastUsedAt", expires_at as "expiresAt",
         token_hash as "tokenHash"
    from trusted_devices where user_id = $1 and expires_at > clock_now() order by last_used_at desc`,
  row: { id: int, device: text, address: text, lastUsedAt: instant, expiresAt: instant, tokenHash: bytes },
})

export type TrustedDevice = RowOf<typeof trustedOfUser>

// The table `trusted_devices`.

/** Returns true when the user trusts this device, and records the use. */
export async function noteTrustedUse(tx: Tx, userId: number, tokenHash: Buffer): Promise<boolean> {
  const used = await run(tx, renewTrust(userId, tokenHash))
  return used.length > 0
}

export async function storeTrustedDevice(
  tx: Tx,
  userId: number,
  tokenHash: Buffer,
  on: { device: string; address: string },
): Promise<void> {
  await run(tx, trust(userId, tokenHash, on.device, on.address))
}

export const listTrustedDevices = (tx: Tx, userId: number): Promise<TrustedDevice[]> => run(tx, trustedOfUser(userId))

export async function deleteTrustedDevice(tx: Tx, userId: number, id: number): Promise<boolean> {
  const gone = await runCount(
    tx,
    queries.deleteFrom('trusted_devices').where('user_id', '=', userId).where('id', '=', id),
  )
  return gone > 0
}

export async function deleteTrustedDevices(tx: Tx, userId: number): Promise<void> {
  await run(tx, queries.deleteFrom('trusted_devices').where('user_id', '=', userId))
}
