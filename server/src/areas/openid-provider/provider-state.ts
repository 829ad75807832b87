import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { sessionIdOf } from './grant-id.ts'
import type { ReadApplication } from './application-reader.ts'

const stored = 'select payload, consumed_at as "consumedAt" from oidc_state'
const isCurrent = 'expires_at > clock_now()'

const upsertState = `
  insert into oidc_state (model, id, payload, uid, grant_id, session_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, clock_now() + make_interval(secs => $7))
  on conflict (model, id) do update
    set payload = excluded.payload, session_id = excluded.session_id, expires_at = excluded.expires_at`

const consumeState = `
  update oidc_state set consumed_at = clock_now() where model = $1 and id = $2 and consumed_at is null returning 1`

/** Of codes, tokens and cookies only hashes are stored, so that a copy of the database opens nothing. */
const storedId = (id: string) => hashToken(id).toString('base64url')

/** Where the library keeps what it issues: PostgreSQL, so that any node answers. Applications are read, never stored. */
export const stateAdapter =
  (db: Db, readApplication: ReadApplication) =>
  (model: string): Adapter =>
    model === 'Client' ? { ...stateOf(db, model), find: readApplication } : stateOf(db, model)

function stateOf(db: Db, model: string): Adapter {
  const run = <Row>(text: string, ...values: unknown[]) => db.prepared<Row>(text, [model, ...values])
  return {
    upsert: async (id, { jti: _, ...payload }, expiresIn) => {
      delete payload.session?.cookie
      const grantId = model === 'Grant' ? id : payload.grantId
      const grantOfSession = Object.values(payload.authorizations ?? {})[0]?.grantId
      const sessionId = model === 'Interaction' ? null : sessionIdOf(grantId ?? grantOfSession)
      await run(upsertState, storedId(id), JSON.stringify(payload), payload.uid, grantId, sessionId, expiresIn)
    },
    find: async (id) => {
      const [row] = await run<{ payload: AdapterPayload; consumedAt: Date | null }>(
        `${stored} where model = $1 and id = $2 and ${isCurrent}`,
        storedId(id),
      )
      return row && { ...row.payload, jti: id, ...(row.consumedAt ? { consumed: true } : {}) }
    },
    findByUid: async (uid) =>
      (await run<{ payload: AdapterPayload }>(`${stored} where model = $1 and uid = $2 and ${isCurrent}`, uid))[0]
        ?.payload,
    findByUserCode: () => Promise.resolve(undefined),
    /** The library reads first and ignores what this returns: only the database decides who was first. */
    consume: async (id) => {
      if ((await run(consumeState, storedId(id))).length === 1) return
      await run(
        'delete from oidc_state where grant_id = (select grant_id from oidc_state where model = $1 and id = $2)',
        storedId(id),
      )
      throw new (await import('oidc-provider')).errors.InvalidGrant('already consumed')
    },
    destroy: async (id) => void (await run('delete from oidc_state where model = $1 and id = $2', storedId(id))),
    revokeByGrantId: async (id) => void (await run('delete from oidc_state where model = $1 and grant_id = $2', id)),
  }
}
