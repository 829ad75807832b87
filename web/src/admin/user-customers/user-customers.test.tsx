import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  type CustomerNode,
  getUserCustomers,
  listCustomerDescendants,
  listTopLevelCustomers,
  searchCustomers,
  updateUserCustomers,
  type UserCustomers,
} from '@portico/contract/customers/user-customers.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { answerUserProfile } from '../../../test/user-profile.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import '../user-profile/UserProfilePage.tsx'

const node = (customerId: number, customerNm: string, more: Partial<CustomerNode> = {}): CustomerNode => ({
  customerId,
  customerNm,
  parentCustId: 0,
  children: [],
  path: customerNm,
  pathAsCustomerId: String(customerId),
  selected: false,
  facilityCd: 'EDH',
  childCnt: 0,
  ...more,
})
const edh = {
  facilityCd: 'EDH',
  facilityNm: 'EDH',
  hierarchyFlg: true,
  accessFlg: true,
  allCustomersFlg: false,
  endDt: null,
  mayAssignAllFlg: true,
  hiddenCustomerCnt: 0,
}
const assigned: UserCustomers = {
  facilities: [edh, { ...edh, facilityCd: 'KCW', facilityNm: 'KCW', hierarchyFlg: false, accessFlg: false }],
  userCustomers: [
    {
      customerId: 11,
      customerName: 'West',
      customerNamePath: 'Meridian / West',
      customerIdPath: '1/11',
      facilityCd: 'EDH',
      endDt: null,
    },
  ],
  version: 3,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answerUserProfile()
  answer(getUserCustomers, assigned)
  answer(listTopLevelCustomers, [node(1, 'Meridian', { childCnt: 1 }), node(2, 'Harbor')])
  answer(listCustomerDescendants, [
    node(11, 'West', { parentCustId: 1, path: 'Meridian / West', pathAsCustomerId: '1/11' }),
  ])
  signInAs({ internalUserFlg: true })
  // The test's page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(440)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
})

async function openPage() {
  const page = renderPage('/content-authenticated/administration/user-profile/21/customerAssignment')
  await screen.findByRole('heading', { name: 'Bea Ivers', level: 1 })
  await screen.findByText('Harbor')
  return page
}
const item = (name: string) => screen.getByRole('treeitem', { name })
const press = async (person: Awaited<ReturnType<typeof openPage>>['person'], name: string) =>
  person.click(await screen.findByRole('button', { name }))
const sent = () => requestsTo(updateUserCustomers).at(-1)?.body

test('I see what is assigned, and a parent of it as partly selected (UADM-013, UADM-020)', async () => {
  await openPage()
  expect(screen.getByRole('tab', { name: 'Customer assignment' }).getAttribute('aria-selected')).toBe('true')
  expect(item('Meridian').getAttribute('aria-checked')).toBe('mixed')
  expect(within(screen.getByRole('region', { name: 'Selected customers' })).getByText('Meridian / West')).toBeDefined()
})

test('I review the difference and save it; the message is the one of the server (UADM-038, UADM-145, UADM-167)', async () => {
  const { person } = await openPage()
  expect(screen.getByRole('button', { name: 'Review changes' }).getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByText('Harbor'))
  await press(person, 'Review changes')
  const changes = within(screen.getByRole('table', { name: 'Review your changes' }))
  expect(changes.getByText('Harbor, 1 unchanged')).toBeDefined()
  answer(updateUserCustomers, null, { message: 'Changes to the customer assignments have been saved' })
  answer(getUserCustomers, { ...assigned, version: 4 })
  await press(person, 'Save assignments')
  expect(await screen.findByText('Changes to the customer assignments have been saved')).toBeDefined()
  expect(sent()).toEqual({
    userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'N', endDt: null }],
    userCustomers: [
      { customerId: 11, endDt: null },
      { customerId: 2, endDt: null },
    ],
    version: 3,
  })
})

test('a parent of a selected customer is refused when I tick it (UADM-126)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByText('Meridian'))
  expect(screen.getByRole('alert').textContent).toContain('You already selected a parent or child of same hierarchy.')
  expect(screen.getByRole('button', { name: 'Review changes' }).getAttribute('aria-disabled')).toBe('true')
  await press(person, 'Remove West')
  await person.click(screen.getByText('Meridian'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(item('Meridian').getAttribute('aria-checked')).toBe('true')
})

test('all customers of a facility replace the selected ones, and there is nothing to select (UADM-127)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByRole('switch', { name: /All customers of EDH/ }))
  expect(screen.queryByRole('tree')).toBeNull()
  await press(person, 'Review changes')
  expect(screen.getByText('All customers')).toBeDefined()
  answer(updateUserCustomers, null, { message: 'Saved' })
  await press(person, 'Save assignments')
  await waitFor(() =>
    expect(sent()).toMatchObject({
      userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'Y' }],
      userCustomers: [],
    }),
  )
})

test('a search that finds more customers than can be reached says so', async () => {
  const hits = [node(11, 'West', { path: 'Meridian / West', pathAsCustomerId: '1/11' })]
  answer(searchCustomers, hits, { headers: { 'x-total-count': '5000' } })
  const { person } = await openPage()
  await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'we')
  await screen.findByRole('treeitem', { name: /West/ })
  expect(screen.queryByText(/More than/)).toBeNull()
  answer(searchCustomers, hits, { headers: { 'x-total-count': '5001' } })
  await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 's')
  await screen.findByText('More than 5,000 customers match. Enter more of the name to see the others.')
})

test('the search key is in capitals, and results say where they stand (UADM-128, UADM-150)', async () => {
  answer(searchCustomers, [node(11, 'West', { path: 'Meridian / West', pathAsCustomerId: '1/11' })])
  const { person } = await openPage()
  await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'we')
  await waitFor(() => expect(requestsTo(searchCustomers).at(-1)?.search).toContain('searchPattern=WE'))
  await waitFor(() => expect(screen.queryByText('Harbor')).toBeNull())
  expect(item('West Meridian / West').getAttribute('aria-checked')).toBe('true')
})

test('the other facility has customers of its own (UADM-171)', async () => {
  const { person } = await openPage()
  answer(listTopLevelCustomers, [node(7, 'Flat', { facilityCd: 'KCW' })])
  await person.click(screen.getByRole('radio', { name: 'KCW' }))
  await person.click(await screen.findByText('Flat'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Access to KCW' }).checked).toBe(true)
  expect(requestsTo(listTopLevelCustomers).at(-1)?.search).toContain('facilityCd=KCW')
})

test('a refused save says why, and keeps what I chose (UADM-125, UADM-161)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByText('Harbor'))
  await press(person, 'Review changes')
  const message = 'You cannot select both a parent and child in the same hierarchy.'
  refuse(updateUserCustomers, 422, message, [{ field: 'userCustomers', message }])
  await press(person, 'Save assignments')
  expect(await screen.findByText(message)).toBeDefined()
  await press(person, 'Back to the form')
  expect(item('Harbor').getAttribute('aria-checked')).toBe('true')
})

test('assignments that others changed meanwhile are listed, and mine are saved on top of them (UADM-125, UADM-145)', async () => {
  const { person } = await openPage()
  await person.click(screen.getByText('Harbor'))
  await press(person, 'Review changes')
  refuse(updateUserCustomers, 409, 'Grace Hopper has changed these customer assignments.', {
    changedByNm: 'Grace Hopper',
    changedDt: '2026-03-04T09:30:00.000Z',
  })
  await press(person, 'Save assignments')
  const [, kcw] = assigned.facilities
  if (!kcw) throw new Error('There is no second facility')
  answer(getUserCustomers, {
    ...assigned,
    facilities: [edh, { ...kcw, accessFlg: true, allCustomersFlg: true }],
    version: 4,
  })
  await press(person, 'Load the current state')
  const others = within(await screen.findByRole('table', { name: 'Changed while you were editing' }))
  expect(others.getByRole('row', { name: 'KCW No access All customers' })).toBeDefined()
  expect(others.getAllByRole('row')).toHaveLength(2)
  const mine = within(screen.getByRole('table', { name: 'Review your changes' }))
  expect(mine.getAllByRole('row')).toHaveLength(2)
  expect(mine.getByText('Harbor, 1 unchanged')).toBeDefined()
  answer(updateUserCustomers, null, { message: 'Changes to the customer assignments have been saved' })
  await press(person, 'Save assignments')
  expect(await screen.findByText('Changes to the customer assignments have been saved')).toBeDefined()
  expect(sent()).toMatchObject({
    userFacilities: [{ facilityCd: 'EDH' }, { facilityCd: 'KCW', allCustomersFlg: 'Y' }],
    userCustomers: [{ customerId: 11 }, { customerId: 2 }],
    version: 4,
  })
})

test('I am asked before I leave with unsaved changes', async () => {
  const { person, router } = await openPage()
  await person.click(screen.getByText('Harbor'))
  void router.navigate({ href: '/content-authenticated/administration' })
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined()
})

test('what I cannot assign is not offered (decision E4)', async () => {
  answer(getUserCustomers, {
    ...assigned,
    facilities: [
      { ...edh, mayAssignAllFlg: false, hiddenCustomerCnt: 2 },
      { ...edh, facilityCd: 'KCW', facilityNm: 'KCW', allCustomersFlg: true, mayAssignAllFlg: false },
    ],
  })
  const { person } = await openPage()
  expect(screen.queryByRole('switch', { name: /All customers of EDH/ })).toBeNull()
  expect(screen.getByText('More customers that you can’t change: 2')).toBeDefined()
  await person.click(screen.getByRole('radio', { name: 'KCW' }))
  expect(screen.getByText('All customers of KCW are assigned. You can’t change this.')).toBeDefined()
  expect(screen.queryByRole('tree')).toBeNull()
})
