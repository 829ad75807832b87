import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { runFirst, write } from '../../db/run.ts'
import { bool, float, instant, int, json, jsonText, nullable, statement, text } from '../../db/statement.ts'
import { sessionIdOf } from './grant-id.ts'

const isCurrent = 'expires_at > clock_now()'

const findState = statement([text, text], {
  name: 'find provider state',
  text: `select payload, consumed_at as "consumedAt" from oidc_state where model = $1 and id = $2 and ${isCurrent}`,
  values: (model: string, id: string) => [model, storedId(id)],
  row: { payload: json<AdapterPayload>(), consumedAt: nullable(instant) },
})

const findStateByUid = statement([text, text], {
  name: 'find provider state by uid',
  text: `select payload from oidc_state where model = $1 and uid = $2 and ${isCurrent}`,
  row: { payload: json<AdapterPayload>() },
})

const upsertState = statement([text, text, jsonText, nullable(text), nullable(text), nullable(int), nullable(float)], {
  name: 'upsert provider state',
  text: `
  insert into oidc_state (model, id, payload, uid, grant_id, session_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, clock_now() + make_interval(secs => $7))
  on conflict (model, id) do update
    set payload = excluded.payload, session_id = excluded.session_id, expires_at = excluded.expires_at`,
})

const consumeState = statement([text, text], {
  name: 'consume provider state',
  text: `update oidc_state set consumed_at = clock_now() where model = $1 and id = $2 and consumed_at is null
    returning true as consumed`,
  values: (model: string, id: string) => [model, storedId(id)],
  row: { consumed: bool },
})

const deleteStateOfGrant = statement([text, text], {
  name: 'delete provider state of the same grant',
  text: 'delete from oidc_state where grant_id = (select grant_id from oidc_state where model = $1 and id = $2)',
  values: (model: string, id: string) => [model, storedId(id)],
})

const deleteState = statement([text, text], {
  name: 'delete provider state',
  text: 'delete from oidc_state where model = $1 and id = $2',
  values: (model: string, id: string) => [model, storedId(id)],
})

const deleteStateByGrant = statement([text, text], {
  name: 'delete provider state of a grant',
  text: 'delete from oidc_state where model = $1 and grant_id = $2',
})

/** Of codes, tokens and cookies only hashes are stored, so that a copy of the database opens nothing. */
const storedId = (id: string) => hashToken(id).toString('base64url')

/** Where the library keeps what it issues: PostgreSQL, so that any node answers. Clients are read, never stored. */
export const stateAdapter =
  (db: Db, findClient: Adapter['find']) =>
  (model: string): Adapter =>
    model === 'Client' ? { ...stateOf(db, model), find: findClient } : stateOf(db, model)

function stateOf(db: Db, model: string): Adapter {
  return {
    upsert: async (id, { jti: _, ...payload }, expiresIn) => {
      delete payload.session?.cookie
      const grantId = model === 'Grant' ? id : payload.grantId
      const grantOfSession = Object.values(payload.authorizations ?? {})[0]?.grantId
      const sessionId = model === 'Interaction' ? null : sessionIdOf(grantId ?? grantOfSession)
      const { uid } = payload
      await write(db, upsertState(model, storedId(id), JSON.stringify(payload), uid, grantId, sessionId, expiresIn))
    },
    find: async (id) => {
      const row = await runFirst(db, findState(model, id))
      return row && { ...row.payload, jti: id, ...(row.consumedAt ? { consumed: true } : {}) }
    },
    findByUid: async (uid) => (await runFirst(db, findStateByUid(model, uid)))?.payload,
    findByUserCode: () => Promise.resolve(undefined),
    /** The library reads first and ignores what this returns: only the database decides who was first. */
    consume: async (id) => {
      if ((await write(db, consumeState(model, id))).length === 1) return
      await write(db, deleteStateOfGrant(model, id))
      throw new (await import('oidc-provider')).errors.InvalidGrant('already consumed')
    },
    destroy: async (id) => void (await write(db, deleteState(model, id))),
    revokeByGrantId: async (id) => void (await write(db, deleteStateByGrant(model, id))),
  }
}
