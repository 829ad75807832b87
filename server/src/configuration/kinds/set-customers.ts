import { CUSTOMERS_PAGE, getUserCustomers, searchCustomers } from '@portico/contract/customers/user-customers.ts'
import { listSetCustomerPlaces } from '../../areas/permission-sets/public.ts'
import { EntryProblem, foldedName, type KindContext } from '../configuration-kind.ts'
import { type FoundCustomer, foldedNames, type NamedCustomer, onlyCustomer, searchTextOf } from './named-customers.ts'
import { rowsOf } from './rows-of.ts'

/**
 * What each permission set gives of customers, by its id. The guard of that is the guard of the sets; the acting
 * administrator of the portal has access to every customer.
 */
export async function customersOfSets({ tx }: KindContext): Promise<ReadonlyMap<number, readonly FoundCustomer[]>> {
  const places = (await listSetCustomerPlaces(tx)).map(({ setId, customerId, facility, path }) => ({
    setId,
    customerId,
    named: { facility, path: path ?? '' },
  }))
  return Map.groupBy(places, ({ setId }) => setId)
}

/** Ids of the customers that a list names; those that the set gives already are not searched for. */
export async function customerIdsOf(
  context: KindContext,
  stated: readonly NamedCustomer[],
  held: readonly FoundCustomer[],
): Promise<number[] | EntryProblem> {
  const ids: number[] = []
  for (const named of stated) {
    const known = held.filter((each) => foldedNames(each.named) === foldedNames(named))
    const found = known.length > 0 ? known.map(({ customerId }) => customerId) : await find(context, named)
    if (found instanceof EntryProblem) return found
    ids.push(...found)
  }
  return ids
}

async function find(context: KindContext, named: NamedCustomer): Promise<[number] | EntryProblem> {
  const found = await search(context, named)
  const id = found instanceof EntryProblem ? found : onlyCustomer(found, named)
  return id instanceof EntryProblem ? id : [id]
}

/** The customers of a facility whose names contain that of the wanted one. */
async function search(context: KindContext, named: NamedCustomer): Promise<FoundCustomer[] | EntryProblem> {
  const { uid } = context
  const { facilities } = rowsOf(await context.call(getUserCustomers, { params: { uid, userId: uid } }))
  const facility = facilities.find(({ facilityCd }) => foldedName(facilityCd) === foldedName(named.facility))
  if (!facility) return new EntryProblem('customers', `there is no facility "${named.facility}".`)
  const found: FoundCustomer[] = []
  for (;;) {
    const query = { facilityCd: facility.facilityCd, searchPattern: searchTextOf(named), offset: found.length }
    const page = rowsOf(await context.call(searchCustomers, { params: { uid }, query }))
    found.push(
      ...page.map(({ customerId, facilityCd, path }) => ({ customerId, named: { facility: facilityCd, path } })),
    )
    if (page.length < CUSTOMERS_PAGE) return found
  }
}
