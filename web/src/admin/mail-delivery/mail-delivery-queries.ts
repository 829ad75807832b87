import { listUndeliveredMails } from '@portico/contract/mail.ts'
import { query, queryClient } from '../../api/query.ts'

export const undeliveredQuery = (uid: number) => query(listUndeliveredMails, { params: { uid } })

export const loadUndelivered = (uid: number): Promise<unknown> =>
  queryClient.fetchQuery({ ...undeliveredQuery(uid), staleTime: 0 })
