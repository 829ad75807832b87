import { clientIssues } from '@portico/contract/clients/client-rules.ts'
import type * as contract from '@portico/contract/clients/clients.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { Answer, refuseField, refuseIssues } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { MessageRef, sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { insertClient, type NewClient } from './client-store.ts'
import type { Db } from '../../db/database.ts'

interface ClientDeps {
  db: Db
}

/** Clients, for internal administrators who hold the page Client Settings. */
export function clientHandlers(deps: ClientDeps): Handlers<typeof contract> {
  return {
    addClient: ({ body: { clientNm, clientCd }, ...call }) =>
      addClient(deps, call, { name: plainName(clientNm), code: clientCd?.trim() || null }),
  }
}

async function addClient({ db }: ClientDeps, { caller, request }: CallContext, client: NewClient) {
  const { name, code } = client
  const issues = clientIssues(client)
  if (issues.length > 0)
    return refuseIssues(issues.map(({ field, text }) => ({ field, message: new MessageRef(text) })))
  return db.transact(adminScope(caller), async (tx) => {
    const clientId = await insertClient(tx, client)
    if (typeof clientId === 'string')
      return refuseField(clientId === 'name' ? 'clientNm' : 'clientCd', sentences.field_taken)
    recordAudit(tx, request, {
      event: 'client_added',
      ...auditActor(caller),
      clientId,
      target: { kind: 'client', id: clientId },
      after: { name, ...(code === null ? {} : { code }) },
    })
    return new Answer({ clientId, clientNm: name, clientCd: code }, { message: sentences.client_added({ name }) })
  })
}
