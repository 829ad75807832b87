import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import type { ReferenceLookup } from '@portico/contract/kit/reference-table.ts'
import { listClassificationTypeRows } from '@portico/contract/reference-data/reference-data.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { shippedInWords } from '../../api/shipped-words.ts'
import { useLocalOptions } from '../../patterns/local-options.ts'
import { catalogSystemsQuery } from '../application-search/system-queries.ts'

/** All that entries can refer to, by id and name. */
const lookups = {
  employers: (uid: number) => ({
    options: query(listSharingClients, { params: { uid } }),
    toOption: (row: { clientId: number; clientNm: string }) => ({ value: String(row.clientId), label: row.clientNm }),
  }),
  classificationTypes: () => ({
    options: query(listClassificationTypeRows, { query: {} }),
    toOption: (row: { classificationTypeId: number; descriptionTxt: string }) => ({
      value: String(row.classificationTypeId),
      label: shippedInWords(row.descriptionTxt),
    }),
  }),
  systems: (uid: number) => ({
    options: catalogSystemsQuery(uid),
    toOption: (row: { systemId: number; systemNm: string }) => ({ value: String(row.systemId), label: row.systemNm }),
  }),
}

/** Options of a field that refers to something else. */
export function useReferenceLookup(lookup: ReferenceLookup) {
  const { uid } = useSignedIn()
  const { options, toOption } = lookups[lookup](uid) as ReturnType<typeof lookups.employers>
  return useLocalOptions(options, toOption)
}
