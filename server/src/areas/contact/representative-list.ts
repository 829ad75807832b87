import type { Representative } from '@portico/contract/contact.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** Who has nobody of his own is looked after by the default group. */
const representatives = `
  select contact_id as "contactId", first_name as "firstNm", last_name as "lastNm", role as "roleTxt",
         email as "emailAddress", work_phone as "workPhone"
    from active_representatives
   where client_id is not distinct from (select client_id from active_representatives where client_id = $1 limit 1)
   order by display_order, contact_id`

/** Active staff who look after a client. */
export const representativesOf = (tx: Tx, clientId: number): Promise<Representative[]> =>
  ask<Representative>(tx, 'representatives', representatives, [clientId])
