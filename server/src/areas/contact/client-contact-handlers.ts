import type * as contract from '@portico/contract/clients/client-contacts.ts'
import type { Db } from '../../db/database.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { readCandidates } from './representative-candidates.ts'
import { contactList, saveContacts } from './save-contacts.ts'
import { hasClient } from '../clients/public.ts'
import { listNamedRepresentatives } from './representative-store.ts'

/** Who represents each client, and clients without representatives of their own (decision N-1). */
export function clientContactHandlers(deps: { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  return {
    listClientContacts: ({ caller, params: { clientId } }) =>
      db.read(adminScope(caller), async (tx) =>
        (await hasClient(tx, clientId))
          ? contactList(await listNamedRepresentatives(tx, clientId))
          : refuse('404', sentences.not_found),
      ),
    saveClientContacts: ({ params: { clientId }, body, ...call }) => saveContacts(deps, call, clientId, body),
    listDefaultContacts: ({ caller }) =>
      db.read(adminScope(caller), async (tx) => contactList(await listNamedRepresentatives(tx, null))),
    saveDefaultContacts: ({ body, ...call }) => saveContacts(deps, call, null, body),
    listContactCandidates: async ({ caller, query }) =>
      paged(await db.read(adminScope(caller), (tx) => readCandidates(tx, query))),
  }
}
