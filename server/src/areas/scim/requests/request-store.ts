import { DIRECTORY_REQUESTS_KEPT } from '@portico/contract/scim/directory-groups.ts'
import type { Tx } from '../../../db/database.ts'
import { queue } from '../../../db/run.ts'
import { arrayOf, int, jsonText, statement } from '../../../db/statement.ts'

/** An answered request of a directory. */
export interface DirectoryRequestEntry {
  readonly clientId: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly scimType: string | null
  readonly detail: string | null
  readonly durationMs: number
  readonly userName: string | null
  /** The person whom the address names, by their id at the service. */
  readonly personId: number | null
  readonly body: string | null
}

const addStatement = statement([jsonText], {
  name: 'scim: add requests',
  text: `
  insert into scim_requests (client_id, method, path, status, scim_type, detail, duration_ms, user_name, user_id, body)
  select entry."clientId", entry.method, entry.path, entry.status, entry."scimType", entry.detail, entry."durationMs",
         entry."userName", one.user_id, entry.body
    from rows from (jsonb_to_recordset($1::jsonb) as ("clientId" integer, method text, path text, status integer,
           "scimType" text, detail text, "durationMs" integer, "userName" text, "personId" integer, body text))
         with ordinality entry ("clientId", method, path, status, "scimType", detail, "durationMs", "userName",
           "personId", body, place)
    join clients on clients.id = entry."clientId"
    left join scim_users one on one.client_id = entry."clientId" and one.id = entry."personId"
   order by entry.place`,
})

/** Rows that another node is removing are left to it. */
const trimStatement = statement([arrayOf(int)], {
  name: 'scim: trim requests',
  text: `
  delete from scim_requests where id in (
    select former.id
      from unnest($1::integer[]) one (client_id)
      cross join lateral (
        select id from scim_requests where client_id = one.client_id
         order by id desc offset ${DIRECTORY_REQUESTS_KEPT} limit 1) last
      join scim_requests former on former.client_id = one.client_id and former.id <= last.id
       for update of former skip locked)`,
})

/** Adds requests in the order in which they were answered, and removes those of the same employers that are too many. */
export function addDirectoryRequests(tx: Tx, entries: readonly DirectoryRequestEntry[]): void {
  queue(tx, addStatement(JSON.stringify(entries)))
  queue(tx, trimStatement([...new Set(entries.map(({ clientId }) => clientId))]))
}
