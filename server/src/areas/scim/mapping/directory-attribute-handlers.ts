import type * as contract from '@portico/contract/scim/directory-attributes.ts'
import { type AttributePaths, mappedFields } from '@portico/contract/scim/directory-attributes.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences, type Texts } from '../../../http/sentences.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { administersClient } from '../access/administers-client.ts'
import type { ChosenPaths } from './attribute-mapping.ts'
import { readMappingVersions } from './mapping-store.ts'
import { saveMapping } from './save-mapping.ts'
import { tryMapping } from './try-mapping.ts'

interface DirectoryAttributeDeps {
  db: Db
  phones: PhoneNumbers
  texts: Pick<Texts, 'of'>
}

const enteredPaths = (paths: ChosenPaths): AttributePaths =>
  Object.fromEntries(mappedFields.map((field) => [field, paths[field] ?? ''])) as AttributePaths

/** Which attribute of a client's directory fills which field, for those who administer the users of the client. */
export function directoryAttributeHandlers({ db, phones, texts }: DirectoryAttributeDeps): Handlers<typeof contract> {
  return {
    getDirectoryAttributes: ({ caller, params: { clientId } }) =>
      db.read(adminScope(caller), async (tx) => {
        if (!(await administersClient(tx, caller, clientId))) return refuse('404', sentences.not_found)
        const versions = await readMappingVersions(tx, clientId)
        const [newest] = versions
        return {
          paths: enteredPaths(newest?.paths ?? {}),
          version: newest?.versionNr ?? 0,
          versions: versions.map(({ paths, ...version }) => ({ ...version, paths: enteredPaths(paths) })),
        }
      }),
    saveDirectoryAttributes: ({ caller, request, params: { clientId }, body }) =>
      saveMapping({ db }, { caller, request }, clientId, body),
    tryDirectoryAttributes: async ({ caller, request, params: { clientId }, body }) => {
      const [translate, authority] = await Promise.all([texts.of(audienceOf({ caller, request })), caller.authority()])
      const attempt = async (tx: Tx) =>
        (await administersClient(tx, caller, clientId))
          ? tryMapping(tx, clientId, body, { phones, translate, call: { caller, request }, authority })
          : refuse('404', sentences.not_found)
      const scope = adminScope(caller)
      // A stored person leaves a trace in the audit trail.
      return body.requestId === null ? db.read(scope, attempt) : db.transact(scope, attempt)
    },
  }
}
