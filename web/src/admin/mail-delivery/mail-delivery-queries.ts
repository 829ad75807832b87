import { listUndeliveredMails } from '@portico/contract/mail.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { pageQuery, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { mailDeliverySearch, type MailDeliveryValues } from './mail-delivery-search.ts'

export const undeliveredMailsQuery = (uid: number, { filters, ...list }: MailDeliveryValues) =>
  pageQuery(listUndeliveredMails, {
    params: { uid },
    query: { nm: filters.name, kindCd: filters.kind, stateCd: filters.state, ...orderAndPageOf(list) },
  })

/** For the loader of the screen. */
export const loadUndeliveredMails = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(undeliveredMailsQuery(uid, mailDeliverySearch.read(search))))
