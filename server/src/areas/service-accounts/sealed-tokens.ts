import type { SealedRows } from '../../crypto/sealed-rows.ts'

/** Tokens of service accounts that work. Each gets its hash by the newest key when it is used. */
export const serviceTokenHashes: SealedRows = {
  name: ['service token', 'service tokens'],
  table: 'service_tokens',
  id: 'id',
  sealed: 'keyed_hash',
  where: 'revoked_at is null and expires_at > clock_now()',
  encryption: null,
  whenLost: 'update service_tokens set revoked_at = clock_now()',
}
