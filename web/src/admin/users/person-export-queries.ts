import { getPersonExport } from '@portico/contract/person-export/person-export.ts'
import { query } from '../../api/query.ts'
import { exportPolling } from '../../patterns/person-export.ts'

/** The newest own export about a user; asked for again while it is under way. */
export const personExportQuery = (uid: number, userId: number) => ({
  ...query(getPersonExport, { params: { uid, userId } }),
  staleTime: 0,
  ...exportPolling,
})
