import type { Representative } from '@portico/contract/contact/contact.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

/** A client without representatives has the default group. */
const representatives = statement([int], {
  name: 'contact: representatives',
  text: `
  select contact_id as "contactId", first_name as "firstNm", last_name as "lastNm", role as "roleTxt",
         email as "emailAddress", work_phone as "workPhone"
    from active_representatives
   where client_id is not distinct from (select client_id from active_representatives where client_id = $1 limit 1)
   order by display_order, contact_id`,
  row: { contactId: int, firstNm: text, lastNm: text, roleTxt: text, emailAddress: text, workPhone: nullable(text) },
})

/** Active staff who represent the portal at a client. */
export const representativesOf = (tx: Tx, clientId: number): Promise<Representative[]> =>
  run(tx, representatives(clientId))
