import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { bool, int, statement } from '../../db/statement.ts'

const updateSystems = statement([int, bool, int], {
  name: 'catalog: update systems',
  text: 'update systems set is_saml_post = $2, changed_by = $3 where id = $1 and is_saml_post <> $2',
})

/** Sets whether the tiles of a system open by posting a SAML response; a change raises the version of the system. */
export async function setSamlPost(
  tx: Tx,
  systemId: number,
  { isSamlPost, changedBy }: { isSamlPost: boolean; changedBy: number },
): Promise<void> {
  await run(tx, updateSystems(systemId, isSamlPost, changedBy))
}
