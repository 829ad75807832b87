import { ASSIGNED_CUSTOMERS_MAX } from '@portico/contract/customers/user-customers.ts'
import { describe, expect, test } from 'vitest'
import { type Assignments, type CustomerAssignment, keptAssignments, planAssignments } from './assignment-rules.ts'

const later = new Date('2026-04-01T12:00:00Z')
const none: Assignments = { facilities: [], customers: [] }
const facility = (facilityCode: string, hasAllCustomers = false, endsAt: Date | null = null) => ({
  facilityCode,
  hasAllCustomers,
  endsAt,
})
const customer = (path: readonly number[], facilityCode = 'F1', endsAt: Date | null = null): CustomerAssignment => ({
  customerId: path.at(-1) ?? 0,
  facilityCode,
  path,
  endsAt,
})

/** An administrator with all customers of F1, customers below 10 in F2, and no access to other facilities. */
const reach = {
  isOwnFacility: (code: string) => code === 'F1' || code === 'F2',
  hasAll: (code: string) => code === 'F1',
  isInReach: ({ facilityCode, path }: CustomerAssignment) =>
    facilityCode === 'F1' || (facilityCode === 'F2' && path.includes(10)),
}
const plan = (wanted: Partial<Assignments>, held: Partial<Assignments> = {}) =>
  planAssignments({ ...none, ...held }, { ...none, ...wanted }, reach)

describe('what a user is assigned', () => {
  test('is what the administrator chose (UADM-085)', () => {
    const wanted = { facilities: [facility('F1', false, later)], customers: [customer([1, 2]), customer([1, 3])] }
    expect(plan(wanted, { facilities: [facility('F1')], customers: [customer([4])] })).toEqual(wanted)
  })

  test('includes the facility of a customer, with the end that it had (decision E14)', () => {
    const customers = [customer([1]), customer([10, 11], 'F2'), customer([2])]
    expect(plan({ customers }, { facilities: [facility('F1', false, later)] })).toEqual({
      facilities: [facility('F1', false, later), facility('F2')],
      customers,
    })
  })

  test('has no selected customers where all of the facility are assigned (UADM-127)', () => {
    const facilities = [facility('F1', true), facility('F2')]
    const other = customer([10, 11], 'F2')
    expect(plan({ facilities, customers: [customer([1]), other] })).toEqual({ facilities, customers: [other] })
  })

  test('keeps what the administrator has no access to (decision E4)', () => {
    const held = {
      facilities: [facility('F3'), facility('F2', true, later)],
      customers: [customer([5], 'F3'), customer([20], 'F2')],
    }
    // All customers of F2 are assigned, which this administrator could not do: it stays, whatever is chosen there.
    const wanted = { facilities: [facility('F2')], customers: [customer([10, 11], 'F2')] }
    const expected = { facilities: held.facilities, customers: [customer([5], 'F3')] }
    expect(plan(wanted, held)).toEqual(expected)
    expect(plan(none, held)).toEqual(expected)
    // Also customers out of reach, which are not looked at there.
    expect(plan({ ...wanted, customers: [customer([20], 'F2')] }, held)).toEqual(expected)
  })

  test('changes beside a facility of which all customers stay', () => {
    const held = { facilities: [facility('F3', true), facility('F2')] }
    const wanted = { facilities: [facility('F2', false, later)], customers: [customer([10, 11], 'F2')] }
    expect(plan(wanted, held)).toEqual({ ...wanted, facilities: [facility('F3', true), facility('F2', false, later)] })
  })

  test('loses all customers of a facility where the administrator has them too', () => {
    expect(plan(none, { facilities: [facility('F1', true)] })).toEqual(none)
    expect(plan({ facilities: [facility('F2')] }, { facilities: [facility('F2'), facility('F1', true)] })).toEqual({
      ...none,
      facilities: [facility('F2')],
    })
  })
})

test('when an administrator ends the assignments of a user, what they have no access to stays (decision E4)', () => {
  const held = {
    facilities: [facility('F1', true), facility('F2'), facility('F3', false, later)],
    customers: [customer([10, 11], 'F2'), customer([20], 'F2', later), customer([5], 'F3')],
  }
  expect(keptAssignments(held, reach)).toEqual({
    facilities: [facility('F2'), facility('F3', false, later)],
    customers: [customer([20], 'F2', later), customer([5], 'F3')],
  })
  expect(keptAssignments({ ...none, facilities: [facility('F1'), facility('F2')] }, reach)).toEqual(none)
  const all = { ...none, facilities: [facility('F2', true, later)] }
  expect(keptAssignments(all, reach)).toEqual(all)
})

describe('an assignment is refused', () => {
  test('for a facility or customer out of reach (decision E4)', () => {
    expect(plan({ facilities: [facility('F1'), facility('F3')] })).toBe('facility-unknown')
    expect(plan({ customers: [customer([1]), customer([20], 'F2')] })).toBe('customer-unknown')
  })

  test('for all customers of a facility that the administrator does not have (decision E4)', () => {
    expect(plan({ facilities: [facility('F1', true), facility('F2', true)] })).toBe('all-refused')
  })

  test('for a customer above another one, however far (UADM-125, decisions E15, E16)', () => {
    expect(plan({ customers: [customer([1, 2, 3]), customer([1])] })).toBe('conflict')
    expect(plan({ customers: [customer([1, 2]), customer([1, 3])] })).toMatchObject({ customers: [{}, {}] })
    // Also where the other one is hidden from the administrator.
    expect(plan({ customers: [customer([20, 10], 'F2')] }, { customers: [customer([20], 'F2')] })).toBe('conflict')
  })

  test('for more customers than can be assigned', () => {
    const many = Array.from({ length: ASSIGNED_CUSTOMERS_MAX + 1 }, (_, index) => customer([index + 1]))
    expect(plan({ customers: many })).toBe('too-many')
    expect(plan({ customers: many.slice(1) })).toMatchObject({ facilities: [facility('F1')] })
  })
})
