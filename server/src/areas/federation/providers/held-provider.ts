import type { Tx } from '../../../db/database.ts'
import { userNameSql } from '../../../db/user-name-sql.ts'
import { refuse, refuseStale, isStaleVersion } from '../../../http/answers.ts'
import { sentences } from '../../../http/sentences.ts'
import { runFirst } from '../../../db/run.ts'
import { instant, int, nullable, type RowOf, statement, text } from '../../../db/statement.ts'

/** An identity provider, held until the transaction ends. */
export type HeldProvider = RowOf<typeof held>

const held = statement([int], {
  name: 'federation: held',
  text: `
  select provider.entity_id as "entityId", provider.version, provider.changed_at as "changedAt",
         ${userNameSql('provider.changed_by')} as "changedByName"
    from saml_providers provider where provider.id = $1 for update of provider`,
  row: { entityId: text, version: int, changedAt: instant, changedByName: nullable(text) },
})

/** A provider of the version that the caller knows, or why it may not be changed. */
export async function holdProvider(tx: Tx, id: number, version: number | undefined) {
  const provider = await runFirst(tx, held(id))
  if (!provider) return refuse('404', sentences.not_found)
  return isStaleVersion(version, provider.version)
    ? refuseStale(provider, sentences.saml_provider_stale, sentences.saml_provider_stale_unknown)
    : provider
}
