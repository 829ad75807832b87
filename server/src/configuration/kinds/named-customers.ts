import { z } from 'zod'
import { EntryProblem, foldedName } from '../configuration-kind.ts'
import { canonical } from '../entry-difference.ts'
import { Name } from './entry-shapes.ts'

/** Customers by the names that they have in the tree of their facility. */
export const NamedCustomers = z.array(
  z.strictObject({
    facility: Name.describe('Code of a facility'),
    path: Name.describe('Names from the first level down, with " / " between them'),
  }),
)
export type NamedCustomer = z.output<typeof NamedCustomers>[number]

/** A customer with its id. */
export interface FoundCustomer {
  readonly customerId: number
  readonly named: NamedCustomer
}

/** Longest text that customers are searched for. */
const SEARCH_MAX = 100

/** What a customer is searched for by: its own name, as far as a search takes it. */
export const searchTextOf = ({ path }: NamedCustomer): string => (path.split(' / ').at(-1) ?? path).slice(0, SEARCH_MAX)

/** Returns a form of something named that is equal in whatever letters it is written. */
export const foldedNames = (named: object): string => foldedName(canonical(named))

/** Returns the id of the one customer that is named so, or what is wrong with the list that names it. */
export function onlyCustomer(found: readonly FoundCustomer[], named: NamedCustomer): number | EntryProblem {
  const [one, other] = found.filter((each) => foldedNames(each.named) === foldedNames(named))
  if (other) return new EntryProblem('customers', `there are several of "${named.path}" in "${named.facility}".`)
  return (
    one?.customerId ?? new EntryProblem('customers', `there is no customer "${named.path}" in "${named.facility}".`)
  )
}
