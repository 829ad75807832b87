import { listSignOnSystems } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { query, queryClient } from '../../api/query.ts'

export const signOnSystemsQuery = (uid: number) => query(listSignOnSystems, { params: { uid } })

export const loadSignOnSystems = (uid: number): Promise<unknown> => queryClient.ensureQueryData(signOnSystemsQuery(uid))
