import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  listMappableApplications,
  listMappableCustomers,
  listSsoMappings,
  type MappableCustomer,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { callPage } from '../../api/call.ts'
import { query, queryClient } from '../../api/query.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import type { TreeNode } from '../../patterns/tree-rows.ts'
import type { LoadChildren } from '../../patterns/use-tree-branches.ts'

export const mappingsQuery = () => query(listSsoMappings)

/** All clients, for internal administrators. */
export const mappingClientsQuery = (uid: number) => query(listSharingClients, { params: { uid } })

export const loadMappings = (): Promise<unknown> => queryClient.ensureQueryData(mappingsQuery())

export async function loadApplications(keyword: string, offset: number, signal: AbortSignal) {
  const { rows, total } = await callPage(listMappableApplications, { query: { keyword, offset } }, signal)
  return {
    rows: rows.map(({ pageId, pageNm, systemNm }): Option => ({
      value: String(pageId),
      label: `${pageNm} (${systemNm})`,
    })),
    total,
  }
}

/** Loads customers for their tree, 150 at first and then 100 more (DBMT-162); what a search finds is a level of its own. */
export const mappedCustomerLoader =
  (keyword: string): LoadChildren =>
  async (parent, offset, signal) => {
    const level = parent ? { parentId: Number(parent.id) } : keyword === '' ? {} : { keyword }
    const { rows, total } = await callPage(listMappableCustomers, { query: { ...level, offset } }, signal)
    return { nodes: rows.map((row) => nodeOf(row, keyword !== '' && parent === null)), total }
  }

const nodeOf = (
  { customerId, customerNm, path, pathAsCustomerId, facilityNm, childCnt }: MappableCustomer,
  isHit: boolean,
): TreeNode => ({
  id: String(customerId),
  label: customerNm,
  path: pathAsCustomerId.split('/'),
  childCount: childCnt,
  title: path,
  hint: pathAsCustomerId.includes('/') ? (isHit ? path : undefined) : facilityNm,
})
