import { useQuery } from '@tanstack/react-query'
import { listSharingClients } from '@portico/contract/documents.ts'
import type { ReferenceLookup } from '@portico/contract/kit/reference-table.ts'
import { listClassificationTypeRows } from '@portico/contract/reference-data.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import type { Option } from '../../patterns/Combobox.tsx'

/** All that entries can refer to, by id and name. */
const optionQueries = {
  employers: (uid: number) => ({
    ...query(listSharingClients, { params: { uid } }),
    select: (rows: readonly { clientId: number; clientNm: string }[]): Option[] =>
      rows.map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm })),
  }),
  classificationTypes: () => ({
    ...query(listClassificationTypeRows, { query: {} }),
    select: (rows: readonly { classificationTypeId: number; descriptionTxt: string }[]): Option[] =>
      rows.map(({ classificationTypeId, descriptionTxt }) => ({
        value: String(classificationTypeId),
        label: descriptionTxt,
      })),
  }),
}

/** Options of a field that refers to something else. */
export function useReferenceLookup(lookup: ReferenceLookup) {
  const { uid } = useSignedIn()
  const { data: options = [], refetch } = useQuery(
    optionQueries[lookup](uid) as ReturnType<typeof optionQueries.employers>,
  )
  return {
    load: async (text: string, offset: number) => {
      const all = options.length > 0 ? options : ((await refetch()).data ?? [])
      const found = all.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
      return { rows: found.slice(offset, offset + 100), total: found.length }
    },
    labelOf: (id: string) => options.find(({ value }) => value === id)?.label ?? '…',
  }
}
