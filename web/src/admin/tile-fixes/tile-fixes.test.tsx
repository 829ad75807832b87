import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getApplicationDisplayImpact, updateApplication } from '@portico/contract/catalog/catalog.ts'
import { getSectionDisplayImpact, updateSection } from '@portico/contract/catalog/catalog-sections.ts'
import {
  getUserCustomers,
  updateUserCustomers,
  type UserCustomers,
} from '@portico/contract/customers/user-customers.ts'
import {
  type ExplainedPage,
  explainTile,
  getTile,
  listTiles,
  listTileUsers,
  listUserTiles,
} from '@portico/contract/tile-access/tile-access.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { cards, refunds } from '../../../test/catalog.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea } from '../../../test/users.ts'
import { queryClient } from '../../api/query.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../give-access/GiveAccessDialog.tsx'
import '../tile-users/TileUsersPage.tsx'
import '../users/TileDrawer.tsx'
import './DisplayFixDialog.tsx'
import './FacilityFixDialog.tsx'

const user = { userId: bea.userId, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }
const failed = (...codes: ExplainedPage['gates'][number]['gateCd'][]): ExplainedPage['gates'] =>
  codes.map((gateCd) => ({ gateCd, stateCd: 'failed' as const }))
const pageWith = (gates: ExplainedPage['gates']): ExplainedPage => ({
  pageId: 9,
  pageNm: 'Transfers',
  systemId: 8,
  systemNm: 'Payments Hub',
  facilityCd: 'KCW',
  visibleFlg: gates.length === 0,
  linkEnabledFlg: true,
  gates,
})
const explained = (gates: ExplainedPage['gates']) =>
  answer(explainTile, {
    sectionId: 5,
    sectionNm: 'Payments',
    visibleFlg: gates.length === 0,
    pages: [pageWith(gates)],
  })
const holds = (...names: AdminPage[]) =>
  answer(
    getAdminMenu,
    names.map((pageNm, index) => ({ pageId: index + 1, pageNm })),
  )

const edh = {
  facilityCd: 'EDH',
  facilityNm: 'Edmonton',
  hierarchyFlg: true,
  accessFlg: true,
  allCustomersFlg: true,
  endDt: null,
  mayAssignAllFlg: true,
  hiddenCustomerCnt: 0,
}
const kcw = { ...edh, facilityCd: 'KCW', facilityNm: 'Kansas', accessFlg: false, allCustomersFlg: false }
const assigned: UserCustomers = { facilities: [edh, kcw], userCustomers: [], version: 3 }

beforeEach(() => {
  answerUserList([bea])
  holds('User Administration', 'Application Settings')
  answer(listTiles, [{ sectionId: 5, sectionNm: 'Payments' }])
  answer(listTileUsers, [], { headers: { 'x-total-count': '0' } })
  answer(getTile, { sectionId: 5, sectionNm: 'Payments', displayedFlg: true, hiddenPages: [] })
  answer(listUserTiles, { user, tiles: [{ sectionId: 5, sectionNm: 'Payments', visibleFlg: false }] })
  answer(getUserCustomers, assigned)
})

async function openReasons() {
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await person.type(await screen.findByRole('combobox', { name: 'Someone who doesn’t see it' }), 'bea')
  await waitFor(() => expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ nm: 'bea' }))
  await person.click(await screen.findByRole('option', { name: 'Bea Ivers (bea.ivers)' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Tiles of Bea Ivers' }))
  await drawer.findByText('Bea Ivers doesn’t see this tile.')
  return { person, drawer }
}

test('of a user who doesn’t see a tile I display the application, after I have seen for how many, and undo it', async () => {
  explained(failed('PAGE_DISPLAYED'))
  answer(getApplicationDisplayImpact, { nameTxt: 'Transfers', displayedFlg: false, userCnt: 12, version: 4 })
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: display application…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Display Transfers' }))
  await dialog.findByText('12 more users see it then.')
  expect(dialog.getByRole('row', { name: 'Displayed No Yes' })).toBeDefined()
  answer(updateApplication, { ...refunds, version: 5 }, { message: 'The application has been saved.' })
  explained([])
  await person.click(dialog.getByRole('button', { name: 'Display Transfers' }))
  expect(await dialog.findByText('The application has been saved.')).toBeDefined()
  expect(requestsTo(updateApplication)[0]).toMatchObject({ body: { dispFlg: 'Y', version: 4 } })
  await screen.findByText('Bea Ivers sees this tile.')
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requestsTo(updateApplication)[1]).toMatchObject({ body: { dispFlg: 'N', version: 5 } }))
})

test('I ask why the same user doesn’t see another tile, and the list stays closed when I am done', async () => {
  answer(listTiles, [
    { sectionId: 5, sectionNm: 'Payments' },
    { sectionId: 6, sectionNm: 'Reports' },
  ])
  explained(failed('PAGE_DISPLAYED'))
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Close' }))
  const field = () => screen.getByRole('combobox', { name: 'Someone who doesn’t see it' })
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(field().getAttribute('aria-expanded')).toBe('false')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Tile' }), 'Reports')
  const lists = requestsTo(listUsers).length
  await person.type(field(), 'bea')
  await person.click(await screen.findByRole('option', { name: 'Bea Ivers (bea.ivers)' }))
  expect(await screen.findByRole('dialog', { name: 'Tiles of Bea Ivers' })).toBeDefined()
  // Known from the first tile.
  expect(requestsTo(listUsers)).toHaveLength(lists)
})

test('who doesn’t see a tile may be on a further page of those who are found', async () => {
  const people = Array.from({ length: 61 }, (_, at) => ({ ...bea, userId: at + 1, userNm: `user.${at + 1}` }))
  answer(listUsers, { result: people.slice(0, 60), totalResults: 61 })
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await person.click(await screen.findByRole('combobox', { name: 'Someone who doesn’t see it' }))
  await screen.findByRole('option', { name: 'Bea Ivers (user.60)' })
  answer(listUsers, { result: people.slice(60), totalResults: 61 })
  await person.click(screen.getByRole('option', { name: 'Show more' }))
  await screen.findByRole('option', { name: 'Bea Ivers (user.61)' })
  expect(requestsTo(listUsers).map(({ body }) => body)).toMatchObject([{ pageNo: 1 }, { pageNo: 2 }])
})

test('Escape closes what I opened last, and the reasons stay', async () => {
  explained(failed('PAGE_DISPLAYED'))
  answer(getApplicationDisplayImpact, { nameTxt: 'Transfers', displayedFlg: false, userCnt: 12, version: 4 })
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: display application…' }))
  await screen.findByText('12 more users see it then.')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Display Transfers' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Tiles of Bea Ivers' })).toBeDefined()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a tile that nobody sees is displayed where its users are listed', async () => {
  answer(getTile, {
    sectionId: 5,
    sectionNm: 'Payments',
    displayedFlg: false,
    hiddenPages: [{ pageId: 9, pageNm: 'Transfers', systemNm: 'Payments Hub' }],
  })
  answer(getSectionDisplayImpact, { nameTxt: 'Payments', displayedFlg: false, userCnt: 0, version: 2 })
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await screen.findByText('Transfers (Payments Hub) behind this tile isn’t displayed, so nobody sees it.')
  await person.click(screen.getByRole('button', { name: 'Fix it: display tile…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Display Payments' }))
  await dialog.findByText('Nobody sees it then either, because something else is missing.')
  answer(updateSection, { ...cards, version: 3 }, { message: 'The section has been saved.' })
  answer(getTile, { sectionId: 5, sectionNm: 'Payments', displayedFlg: true, hiddenPages: [] })
  await person.click(dialog.getByRole('button', { name: 'Display Payments' }))
  expect(await dialog.findByText('The section has been saved.')).toBeDefined()
  expect(requestsTo(updateSection)[0]).toMatchObject({ body: { ccDispFlg: 'Y', version: 2 } })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Fix it: display tile…' })).toBeNull())
})

test('what somebody else displayed meanwhile is not saved again', async () => {
  explained(failed('TILE_DISPLAYED'))
  answer(getSectionDisplayImpact, { nameTxt: 'Payments', displayedFlg: true, userCnt: 0, version: 2 })
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: display tile…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Display Payments' }))
  await dialog.findAllByText('It is displayed by now. Close this to see whether something else is missing.')
  expect(dialog.getByRole('button', { name: 'Display Payments' }).getAttribute('aria-disabled')).toBe('true')
})

test('a change in between is refused in the dialog', async () => {
  explained(failed('PAGE_DISPLAYED'))
  answer(getApplicationDisplayImpact, { nameTxt: 'Transfers', displayedFlg: false, userCnt: 1, version: 4 })
  refuse(updateApplication, 409, 'Ida has changed this application.')
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: display application…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Display Transfers' }))
  await dialog.findByText('1 more user sees it then.')
  await person.click(dialog.getByRole('button', { name: 'Display Transfers' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Ida has changed this application.')
})

test('who may not change applications reads who may', async () => {
  holds('User Administration')
  explained(failed('TILE_DISPLAYED', 'PAGE_DISPLAYED', 'APPLICATION_ACTIVE'))
  const { drawer } = await openReasons()
  expect(drawer.getAllByText('Administrators with “Application Settings” can fix this.')).toHaveLength(3)
  expect(drawer.queryByRole('button', { name: /^Fix it/ })).toBeNull()
})

test('the facility of the application is assigned, and all other assignments stay', async () => {
  explained([{ gateCd: 'FACILITY_GRANTED', stateCd: 'failed', endedDt: new Date('2026-03-01T12:00:00Z') }])
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: assign facility…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a facility to Bea Ivers' }))
  const row = await dialog.findByRole('row', { name: /^Kansas/ })
  expect(row.textContent).toMatch(/Ended on .*2026\..*Access without customers/)
  expect(dialog.queryByRole('row', { name: /^Edmonton/ })).toBeNull()
  answer(updateUserCustomers, null, { message: 'Saved.' })
  await person.click(dialog.getByRole('button', { name: 'Assign facility' }))
  expect(await dialog.findByText('Saved.')).toBeDefined()
  expect(requestsTo(updateUserCustomers)[0]?.body).toEqual({
    userFacilities: [
      { facilityCd: 'EDH', allCustomersFlg: 'Y', endDt: null },
      { facilityCd: 'KCW', allCustomersFlg: 'N', endDt: null },
    ],
    userCustomers: [],
    version: 3,
  })
})

test('while a facility is assigned the dialog doesn’t say that the user has it already', async () => {
  explained(failed('FACILITY_GRANTED'))
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: assign facility…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a facility to Bea Ivers' }))
  await dialog.findByRole('row', { name: /^Kansas/ })
  answer(updateUserCustomers, null, { message: 'Saved.' })
  const tiles = { user, tiles: [{ sectionId: 5, sectionNm: 'Payments', visibleFlg: true }] }
  let explain = () => {}
  answerAfter(
    listUserTiles,
    new Promise((resolve) => {
      explain = () => resolve(tiles)
    }),
  )
  const now = { ...assigned, facilities: [edh, { ...kcw, accessFlg: true }], version: 4 }
  answer(getUserCustomers, now)
  await person.click(dialog.getByRole('button', { name: 'Assign facility' }))
  const known = () => queryClient.getQueriesData<UserCustomers>({ queryKey: [getUserCustomers.name] })
  await waitFor(() => expect(known().map(([, data]) => data?.version)).toEqual([4]))
  await act(async () => undefined)
  expect(dialog.getByRole('row', { name: /^Kansas/ })).toBeDefined()
  expect(dialog.queryByText(/has this facility/)).toBeNull()
  explain()
  expect(await dialog.findByText('Saved.')).toBeDefined()
})

test('a facility that I don’t have says who can assign it', async () => {
  answer(getUserCustomers, { ...assigned, facilities: [edh] })
  explained(failed('FACILITY_GRANTED'))
  const { person, drawer } = await openReasons()
  await person.click(drawer.getByRole('button', { name: 'Fix it: assign facility…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a facility to Bea Ivers' }))
  expect((await dialog.findAllByText(/^You don’t have this facility/)).length).toBeGreaterThan(0)
  expect(dialog.getByRole('button', { name: 'Assign facility' }).getAttribute('aria-disabled')).toBe('true')
})

test('access that ended on its date gets a new end, and the review says which end becomes which', async () => {
  explained([{ gateCd: 'APPLICATION_GRANTED', stateCd: 'failed', endedDt: new Date('2026-03-01T12:00:00Z') }])
  answer(listAssignableSystems, [
    { systemId: 8, systemNm: 'Payments Hub', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: false },
  ])
  answer(listAssignablePages, [])
  const rights = { adminFlg: false, sensitiveDataAccessFlg: false, endDt: null }
  answer(planAccessChange, {
    userCnt: 1,
    reviewedUsersTxt: 'x',
    changedCnt: 1,
    leftOutCnt: 0,
    changed: [
      {
        ...user,
        changes: [
          { systemNm: 'Payments Hub', pageNm: null, before: null, after: rights },
          { systemNm: 'Ledger', pageNm: null, before: null, after: rights },
        ],
      },
    ],
    leftOut: [],
    reasons: [],
  })
  const { person, drawer } = await openReasons()
  expect(drawer.getByText(/The user has the application \(ended on/)).toBeDefined()
  await person.click(drawer.getByRole('button', { name: 'Fix it: change end date…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 1 user' }))
  await dialog.findByText(/^The access ended on .* Choose its new last day, or none\.$/)
  await dialog.findByRole('checkbox', { name: 'Payments Hub: Assigned' })
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  const review = await screen.findByText(/Payments Hub: ended on .*2026 → Assigned/)
  // What was chosen in addition has no end of its own.
  expect(review.textContent).toMatch(/; Ledger \(Assigned\): new$/)
})
