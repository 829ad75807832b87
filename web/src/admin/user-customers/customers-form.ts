import * as z from 'zod/mini'
import type { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import type { UserCustomers, UserCustomersChange } from '@portico/contract/customers/user-customers.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { mergeRows } from '../../patterns/merge-rows.ts'
import type { TreeSelection } from '../../patterns/tree-selection.ts'

/** A selected customer, as the form keeps it. */
const Customer = z.object({
  id: z.string(),
  name: z.string(),
  /** Ids from the first level in reach down to the customer. */
  path: z.array(z.string()),
  /** The same in names. */
  place: z.string(),
  /** ISO 8601; '' without an end. */
  endsAt: z.string(),
  /** Names of the permission sets that give it; absent: by hand. */
  sets: z.optional(z.string()),
})
export type Customer = z.output<typeof Customer>

const Facility = z.object({
  code: z.string(),
  hasAccess: z.boolean(),
  hasAll: z.boolean(),
  endsAt: z.string(),
  customers: z.array(Customer),
})
export type FacilityChoice = z.output<typeof Facility>

export const customersForm = z.object({ facilities: z.array(Facility) })
export type CustomersValues = z.output<typeof customersForm>

const textOf = (end: Date | null) => end?.toISOString() ?? ''
const endOf = (text: string) => (text === '' ? null : new Date(text))

export const valuesOf = ({ facilities, userCustomers }: UserCustomers): CustomersValues => ({
  facilities: facilities.map(({ facilityCd, accessFlg, allCustomersFlg, endDt }) => ({
    code: facilityCd,
    hasAccess: accessFlg,
    hasAll: allCustomersFlg,
    endsAt: textOf(endDt),
    customers: userCustomers
      .filter((one) => one.facilityCd === facilityCd)
      .map((one) => ({
        id: String(one.customerId),
        name: one.customerName,
        path: one.customerIdPath.split('/'),
        place: one.customerNamePath,
        endsAt: textOf(one.endDt),
        ...(one.permissionSets && { sets: one.permissionSets.map(({ setNm }) => setNm).join(', ') }),
      })),
  })),
})

/** The body of a save; customers of a facility with all customers are left out (UADM-127). */
export const customerChangeOf = ({ facilities }: CustomersValues, version: number): UserCustomersChange => ({
  userFacilities: facilities
    .filter(({ hasAccess }) => hasAccess)
    .map(({ code, hasAll, endsAt }) => ({ facilityCd: code, allCustomersFlg: hasAll, endDt: endOf(endsAt) })),
  userCustomers: facilities
    .filter(({ hasAccess, hasAll }) => hasAccess && !hasAll)
    .flatMap(({ customers }) => customers.map(({ id, endsAt }) => ({ customerId: Number(id), endDt: endOf(endsAt) }))),
  version,
})

export const selectionOf = ({ customers }: FacilityChoice): TreeSelection =>
  new Map(customers.map(({ id, path }) => [id, path]))

type Words = Pick<
  Texts<typeof userCustomerTexts>,
  'customers_value_none' | 'customers_value_all' | 'customers_value_access' | 'customers_unchanged'
>

/** The values of each facility in words; of single customers only those that one side lacks. */
export function differenceInWords(before: CustomersValues, after: CustomersValues, words: Words) {
  const wordsFor = (own: CustomersValues, other: CustomersValues) =>
    Object.fromEntries(
      own.facilities.map((facility) => [
        facility.code,
        inWords(
          facility,
          other.facilities.find(({ code }) => code === facility.code),
          words,
        ),
      ]),
    )
  return { before: wordsFor(before, after), after: wordsFor(after, before) }
}

/** The values of each facility in words, with all of its customers. */
export const facilitiesInWords = ({ facilities }: CustomersValues, words: Words): Record<string, string> =>
  Object.fromEntries(facilities.map((facility) => [facility.code, inWords(facility, undefined, words)]))

/** Facilities that the user changed since `before` stay as theirs; the others are the loaded ones. */
export const mergeCustomers = (
  values: CustomersValues,
  before: CustomersValues,
  loaded: CustomersValues,
): CustomersValues => ({
  facilities: mergeRows(values.facilities, before.facilities, loaded.facilities, ({ code }) => code),
})

function inWords({ hasAccess, hasAll, customers }: FacilityChoice, other: FacilityChoice | undefined, words: Words) {
  if (!hasAccess) return words.customers_value_none
  if (hasAll) return words.customers_value_all
  if (customers.length === 0) return words.customers_value_access
  const isSelectedToo = new Set(other?.hasAccess && !other.hasAll ? other.customers.map(({ id }) => id) : [])
  const own = customers.filter(({ id }) => !isSelectedToo.has(id))
  const common = customers.length - own.length
  return [
    ...own.map(({ place }) => place),
    ...(common > 0 ? [formatMessage(words.customers_unchanged, { count: common })] : []),
  ].join(', ')
}
