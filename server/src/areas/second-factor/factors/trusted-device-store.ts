import { TRUSTED_DEVICE_DAYS } from '@portico/contract/limits.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/database.ts'

const useTrust = `
  update trusted_devices set last_used_at = clock_now()
   where user_id = $1 and token_hash = $2 and expires_at > clock_now() returning id`

const trust = `
  insert into trusted_devices (user_id, token_hash, device, address, expires_at)
  values ($1, $2, $3, $4, clock_now() + interval '${TRUSTED_DEVICE_DAYS} days')
  on conflict (user_id, token_hash) do update
     set device = excluded.device, address = excluded.address, last_used_at = clock_now(), expires_at = excluded.expires_at`

const trustedOfUser = `
  select id, device, coalesce(host(address), '') as address, last_used_at as "lastUsedAt", expires_at as "expiresAt",
         token_hash as "tokenHash"
    from trusted_devices where user_id = $1 and expires_at > clock_now() order by last_used_at desc`

export interface TrustedDevice {
  id: number
  device: string
  address: string
  lastUsedAt: Date
  expiresAt: Date
  tokenHash: Buffer
}

/** The table `trusted_devices`. */
export function trustedDeviceStore(tx: Tx) {
  return {
    /** Returns true when the user trusts this device, and records the use. */
    use: async (userId: number, tokenHash: Buffer): Promise<boolean> => {
      const used = await query(tx, useTrust, [userId, tokenHash])
      return used.length > 0
    },

    trust: async (userId: number, tokenHash: Buffer, on: { device: string; address: string }): Promise<void> => {
      await query(tx, trust, [userId, tokenHash, on.device, on.address])
    },

    list: (userId: number): Promise<TrustedDevice[]> => query<TrustedDevice>(tx, trustedOfUser, [userId]),

    revoke: async (userId: number, id: number): Promise<boolean> => {
      const gone = await tx
        .deleteFrom('trusted_devices')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },

    revokeAll: async (userId: number): Promise<void> => {
      await tx.deleteFrom('trusted_devices').where('user_id', '=', userId).execute()
    },
  }
}
