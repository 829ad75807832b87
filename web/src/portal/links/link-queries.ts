import { listLinks } from '@portico/contract/links/links.ts'
import { query, queryClient } from '../../api/query.ts'

export const linksQuery = (uid: number) => query(listLinks, { params: { uid } })
export const loadLinks = (uid: number): Promise<unknown> => queryClient.ensureQueryData(linksQuery(uid))
