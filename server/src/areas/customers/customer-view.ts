import type { AssignedCustomer, CustomerNode } from '@portico/contract/customers/user-customers.ts'
import type { HeldCustomer } from './assignment-list.ts'
import { type Reach, visibleFrom } from './customer-reach.ts'
import type { CustomerRow } from './customer-tree.ts'

const NAMES_BETWEEN = ' / '
const IDS_BETWEEN = '/'

/** A node without children; its path begins with the first customer in reach. */
export function customerView(row: CustomerRow, reach: Reach): CustomerNode {
  const from = visibleFrom(reach, row.path)
  return {
    customerId: row.id,
    customerNm: row.name,
    // The customer above one that is held is not in reach.
    parentCustId: from < row.path.length - 1 ? (row.parentId ?? 0) : 0,
    children: [],
    path: row.names.slice(from).join(NAMES_BETWEEN),
    pathAsCustomerId: row.path.slice(from).join(IDS_BETWEEN),
    selected: row.isSelected,
    facilityCd: row.facilityCode,
    childCnt: row.childCount,
  }
}

/** The first rows as nodes, with those below them as their children. */
export function treeView(first: readonly CustomerRow[], below: readonly CustomerRow[], reach: Reach): CustomerNode[] {
  const nodes = new Map([...first, ...below].map((row) => [row.id, customerView(row, reach)]))
  for (const { id, parentId } of below) {
    const node = nodes.get(id)
    if (node) nodes.get(parentId ?? 0)?.children.push(node)
  }
  return first.flatMap(({ id }) => nodes.get(id) ?? [])
}

/** A customer that a user is assigned; its path begins with the first customer in reach. */
export function assignedView(
  held: Pick<HeldCustomer, 'customerId' | 'name' | 'path' | 'names' | 'facilityCode' | 'endsAt'>,
  reach: Reach,
): AssignedCustomer {
  const from = visibleFrom(reach, held.path)
  return {
    customerId: held.customerId,
    customerName: held.name,
    customerNamePath: held.names.slice(from).join(NAMES_BETWEEN),
    customerIdPath: held.path.slice(from).join(IDS_BETWEEN),
    facilityCd: held.facilityCode,
    endDt: held.endsAt,
  }
}
