import { demoClients } from './demo-clients.ts'
import type { DemoWriter } from './demo-writer.ts'

interface DemoCustomer {
  id: number
  facility_code: 'EDH' | 'KCW'
  parent_id: number | null
  name: string
}

const regions = ['North', 'South', 'East', 'West', 'Central']
const towns = `
  Ashford, Birchwood, Cedar Falls, Dunmore, Eastlake, Fairhaven, Glenwood, Hollybrook, Ironbridge, Juniper,
  Kingsport, Larkspur, Maple Grove, Newbury, Oakdale, Pinehurst, Quarry Hill, Riverside, Stonebridge, Thornton,
  Umber Bay, Valley View, Westfield, Yarrow, Zephyr Point, Alder Creek, Brookside, Clearwater, Dover Heights,
  Elm Park
`
  .trim()
  .split(/,\s+/)
const trades = [
  'Dental Group',
  'Animal Clinic',
  'Credit Bureau',
  'Motor Club',
  'Public Library',
  'Housing Trust',
  'Gas Company',
  'Telephone',
]
const extraBranch = 'Pinecrest Communities'

/** First id of the customers; ids of customers, clients and users never overlap. */
const FIRST_ID = 5001
const TOWNS_OF_A_REGION = 6
const FLAT_TOWNS = 14

/** 288 customers in the three levels of EDH: organization, region, town. */
function hierarchy(): DemoCustomer[] {
  const customers: DemoCustomer[] = []
  const add = (name: string, parent_id: number | null) => {
    const id = FIRST_ID + customers.length
    customers.push({ id, facility_code: 'EDH', parent_id, name })
    return id
  }
  const branches = [...demoClients.flatMap(({ branch }) => branch ?? []), extraBranch]
  branches.forEach((branch, branchAt) => {
    const root = add(branch, null)
    regions.forEach((region, regionAt) => {
      const middle = add(`${branch} ${region}`, root)
      for (let n = 0; n < TOWNS_OF_A_REGION; n++) {
        const town = towns[(branchAt * 7 + regionAt * TOWNS_OF_A_REGION + n) % towns.length] ?? ''
        add(`${branch} ${town}`, middle)
      }
    })
  })
  return customers
}

/** 112 customers of KCW, side by side. */
function flatList(firstId: number): DemoCustomer[] {
  const names = towns.slice(0, FLAT_TOWNS).flatMap((town) => trades.map((trade) => `${town} ${trade}`))
  return names.map((name, index) => ({ id: firstId + index, facility_code: 'KCW', parent_id: null, name }))
}

const inHierarchy = hierarchy()
const flat = flatList(FIRST_ID + inHierarchy.length)

/** Customers that users of a client can be given: its own branch, on one level, and some of KCW. */
export function customersFor(clientId: number): { regions: number[]; towns: number[]; flat: number[] } {
  const branch = demoClients.find(({ id }) => id === clientId)?.branch ?? extraBranch
  const root = inHierarchy.find(({ name, parent_id }) => name === branch && parent_id === null)
  const middle = inHierarchy.filter(({ parent_id }) => parent_id === root?.id).map(({ id }) => id)
  const leaves = inHierarchy.filter(({ parent_id }) => parent_id !== null && middle.includes(parent_id))
  return {
    regions: middle,
    towns: leaves.map(({ id }) => id),
    flat: flat.filter((_, index) => index % demoClients.length === clientId % demoClients.length).map(({ id }) => id),
  }
}

/** Level by level, because a customer's parent must exist first. */
export async function writeCustomers(writer: DemoWriter): Promise<void> {
  const roots = inHierarchy.filter(({ parent_id }) => parent_id === null)
  const rootIds = new Set(roots.map(({ id }) => id))
  const isRegion = ({ parent_id }: DemoCustomer) => parent_id !== null && rootIds.has(parent_id)
  const isTown = (customer: DemoCustomer) => customer.parent_id !== null && !isRegion(customer)
  await writer.insert('customers', roots)
  await writer.insert('customers', inHierarchy.filter(isRegion))
  await writer.insert('customers', inHierarchy.filter(isTown))
  await writer.insert('customers', flat)
  await writer.countOn('customers')
}
