import { PERSON_EXPORT_POLL_SECONDS } from '@portico/contract/person-export/person-export-rules.ts'
import { getPersonExport, type PersonExport } from '@portico/contract/person-export/person-export.ts'
import { query } from '../../api/query.ts'

/** Whether the archive waits for its turn or is being made. */
export const isExportUnderWay = (found: PersonExport | null | undefined): boolean =>
  found?.stateCd === 'queued' || found?.stateCd === 'running'

/** The newest own export about a user; asked for again while it is under way. */
export const personExportQuery = (uid: number, userId: number) => ({
  ...query(getPersonExport, { params: { uid, userId } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: PersonExport | null | undefined } }) =>
    isExportUnderWay(data) ? PERSON_EXPORT_POLL_SECONDS * 1000 : false,
})
