import type { Tx } from '../../../db/database.ts'
import type { Scope } from '../../../db/scope.ts'
import { run } from '../../../db/run.ts'
import { int, type RowOf, statement, text } from '../../../db/statement.ts'

/** An employer that an administrator can give a user. */
export type AssignableClient = RowOf<typeof selectClients>

const columns = `client.id, client.name::text as name`

const selectClients = statement([int], {
  name: 'users: select clients',
  text: `select ${columns} from clients client where client.id = $1 and not client.is_deleted`,
  row: { id: int, name: text },
})

const selectClientDomains = statement([text], {
  name: 'users: select client domains',
  text: `select ${columns} from client_domains domain join clients client on client.id = domain.client_id
          where domain.domain = $1 and domain.is_confirmed and not client.is_deleted
          order by client.name, client.id`,
  row: { id: int, name: text },
})

/** Returns the employers for a domain; an administrator of one employer gets that one, whatever the domain (E4). */
export const clientsOfDomain = (tx: Tx, scope: Scope, domain: string): Promise<AssignableClient[]> =>
  scope.kind === 'client'
    ? run(tx, selectClients(scope.clientId))
    : run(tx, selectClientDomains(domain.trim().toLowerCase()))

const selectInternalDomains = statement([text], {
  name: 'users: select internal domains',
  text: 'select from internal_domains where lower(domain) = $1',
})

/** True when the domain is one of the company's own (UADM-122). */
export async function isInternalDomain(tx: Tx, domain: string): Promise<boolean> {
  return (await run(tx, selectInternalDomains(domain.toLowerCase()))).length > 0
}
