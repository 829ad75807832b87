import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import {
  type CustomerNode,
  getUserCustomers,
  listCustomerDescendants,
  listTopLevelCustomers,
  searchCustomers,
} from '@portico/contract/customers/user-customers.ts'
import { callPage } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import type { TreeNode } from '../../patterns/tree-rows.ts'
import type { LoadChildren } from '../../patterns/use-tree-branches.ts'

export const userCustomersQuery = (uid: number, userId: number) => query(getUserCustomers, { params: { uid, userId } })

interface Shown {
  uid: number
  facilityCd: string
  /** Only customers whose name contains it; '' for all. */
  search: string
}

/** Loads the customers of a facility for its tree; what a search finds is a first level of its own. */
export function customerLoader({ uid, facilityCd, search }: Shown): LoadChildren {
  return async (parent, offset, signal) => {
    const { rows, total } = await loadPage({ uid, facilityCd, search }, parent, offset, signal)
    return { nodes: rows.map((row) => nodeOf(row, search !== '' && parent === null)), total }
  }
}

type Page = Promise<{ rows: DataOf<typeof searchCustomers>; total: number }>

function loadPage(
  { uid, facilityCd, search }: Shown,
  parent: TreeNode | null,
  offset: number,
  signal: AbortSignal,
): Page {
  const params = { uid }
  if (parent) {
    const ofParent = { params: { uid, customerId: Number(parent.id) }, query: { levels: 1, offset } }
    return callPage(listCustomerDescendants, ofParent, signal)
  }
  if (search === '') return callPage(listTopLevelCustomers, { params, query: { facilityCd, offset } }, signal)
  // The search key is in capitals (UADM-128).
  const searchPattern = search.toUpperCase()
  return callPage(searchCustomers, { params, query: { facilityCd, searchPattern, offset } }, signal)
}

const nodeOf = (
  { customerId, customerNm, path, pathAsCustomerId, childCnt }: CustomerNode,
  isHit: boolean,
): TreeNode => ({
  id: String(customerId),
  label: customerNm,
  path: pathAsCustomerId.split('/'),
  childCount: childCnt,
  title: path,
  hint: isHit && path !== customerNm ? path : undefined,
})
