import { getOwnExport } from '@portico/contract/person-export/own-export.ts'
import { query } from '../../api/query.ts'
import { exportPolling } from '../../patterns/person-export.ts'

/** The newest export of the user's own data; asked for again while it is under way. */
export const ownExportQuery = (uid: number) => ({ ...query(getOwnExport, { params: { uid } }), ...exportPolling })
