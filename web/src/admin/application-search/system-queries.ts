import { listCatalogFacilities, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { query } from '../../api/query.ts'

/** All systems and facilities, which screens of other areas offer too. */
export const catalogSystemsQuery = (uid: number) => query(listSystems, { params: { uid } })
export const catalogFacilitiesQuery = (uid: number) => query(listCatalogFacilities, { params: { uid } })
