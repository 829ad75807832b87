import { isUniqueViolation } from '../../../db/constraint-violation.ts'
import type { Tx, Db } from '../../../db/database.ts'
import { everything } from '../../../db/scope.ts'
import { Answer, Refusal, refuse } from '../../../http/answers.ts'
import type { CallContext } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { holdProvider } from './held-provider.ts'
import { recordProviderChange } from './save-provider.ts'
import { lockProviderState, deleteProvider } from './provider-store.ts'
import { offerUndo, takeUndo } from '../../undo/public.ts'
import { run, runFirst } from '../../../db/run.ts'
import { arrayOf, int, json, jsonText, statement } from '../../../db/statement.ts'

interface Deps {
  db: Db
}

const UNDO = 'delete saml_providers'

/** A removed provider with all that its removal has taken along. */
interface Snapshot {
  provider: { id: number }
  clients: number[]
  identities: object[]
  /** Used assertions stay used. */
  used: object[]
}

const columns = `id, name, entity_id, sign_on_url, sign_out_url, certificate, certificate_expires_at, previous_certificate,
  previous_certificate_expires_at, name_id_format, email_attribute, first_name_attribute, last_name_attribute, created_at`

const readSnapshot = statement([int], {
  name: 'federation: read snapshot',
  text: `
  select to_jsonb(provider) as provider,
         array(select client_id from saml_provider_clients where provider_id = provider.id) as clients,
         (select coalesce(jsonb_agg(linked), '[]') from federated_identities linked where provider_id = provider.id)
           as identities,
         (select coalesce(jsonb_agg(used), '[]') from used_assertions used where provider_id = provider.id) as used
    from saml_providers provider where id = $1`,
  row: {
    provider: json<{ id: number }>(),
    clients: arrayOf(int),
    identities: json<object[]>(),
    used: json<object[]>(),
  },
})

const insertProvider = statement([jsonText, int], {
  name: 'federation: insert provider',
  text: `
  insert into saml_providers (${columns}, version, changed_by)
  select ${columns}, version + 1, $2 from jsonb_populate_record(null::saml_providers, $1)`,
})

/** An employer that uses another provider by now stays there. */
const insertClients = statement([int, arrayOf(int)], {
  name: 'federation: insert clients',
  text: `
  insert into saml_provider_clients (provider_id, client_id)
  select $1, client.id from clients client where client.id = any($2) and not client.is_deleted on conflict do nothing`,
})

const insertIdentities = statement([jsonText], {
  name: 'federation: insert identities',
  text: `
  insert into federated_identities (provider_id, name_id, user_id, linked_at)
  select linked.provider_id, linked.name_id, linked.user_id, linked.linked_at
    from jsonb_populate_recordset(null::federated_identities, $1) linked join users on users.id = linked.user_id
  on conflict do nothing`,
})

const insertUsed = statement([jsonText], {
  name: 'federation: insert used',
  text: `
  insert into used_assertions (provider_id, assertion_id, expires_at)
  select provider_id, assertion_id, expires_at from jsonb_populate_recordset(null::used_assertions, $1)`,
})

/** Removes an identity provider; its users keep their accounts. */
export const removeProvider = (
  { db }: Deps,
  call: CallContext,
  { id, version }: { id: number; version: number | undefined },
) =>
  db.transact(everything, async (tx) => {
    const held = await holdProvider(tx, id, version)
    if (held instanceof Refusal) return held
    const snapshot = await runFirst(tx, readSnapshot(id))
    const before = await lockProviderState(tx, id)
    await deleteProvider(tx, id)
    recordProviderChange(tx, call, id, [before, null])
    return offerUndo(tx, { kind: UNDO, userId: call.caller.user.id, snapshot: snapshot as Snapshot })
  })

/** Takes back one's own removal of a provider. */
export const restoreProvider = ({ db }: Deps, call: CallContext, undoId: number) =>
  db.transact(everything, async (tx) => {
    const userId = call.caller.user.id
    const removed = await takeUndo<Snapshot>(tx, UNDO, userId, undoId)
    if (!removed) return refuse('404', sentences.undo_expired)
    try {
      await insertAll(tx, removed, userId)
    } catch (error) {
      if (isUniqueViolation(error, 'saml_providers_entity_id_key'))
        return refuse('409', sentences.saml_provider_restore_taken)
      throw error
    }
    const { id } = removed.provider
    recordProviderChange(tx, call, id, [null, await lockProviderState(tx, id)])
    return new Answer(null)
  })

async function insertAll(tx: Tx, { provider, clients, identities, used }: Snapshot, userId: number): Promise<void> {
  await run(tx, insertProvider(JSON.stringify(provider), userId))
  await run(tx, insertClients(provider.id, clients))
  await run(tx, insertIdentities(JSON.stringify(identities)))
  await run(tx, insertUsed(JSON.stringify(used)))
}
