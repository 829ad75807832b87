import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { planAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listApplications } from '@portico/contract/catalog/catalog.ts'
import {
  type ExplainedPage,
  explainTile,
  listTiles,
  listTileUsers,
  listUserTiles,
} from '@portico/contract/tile-access/tile-access.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { answerCatalog, refunds } from '../../../test/catalog.ts'
import { givenToOne } from '../../../test/access-change.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea, gus } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../application-search/ApplicationSearchPage.tsx'
import '../tile-users/TileUsersPage.tsx'
import '../users/UsersPage.tsx'
import './GiveAccessDialog.tsx'
import { missingAccess } from './missing-access.ts'

const system = { systemId: 8, systemNm: 'Payments Hub' }
const noRights = { adminFlg: 'N', sensitiveDataAccessFlg: 'N', endDt: null }
const nobody = { userCnt: 0, reviewedUsersTxt: '', changedCnt: 0, leftOutCnt: 0, changed: [], leftOut: [], reasons: [] }
const page: ExplainedPage = {
  ...system,
  pageId: 9,
  pageNm: 'Transfers',
  facilityCd: null,
  visibleFlg: false,
  linkEnabledFlg: true,
  gates: [
    { gateCd: 'APPLICATION_GRANTED', stateCd: 'failed' },
    { gateCd: 'PAGE_GRANTED', stateCd: 'failed' },
    { gateCd: 'ADMIN_ACCESS', stateCd: 'not-needed' },
  ],
}

beforeEach(() => {
  answerUserList([bea, gus])
  answer(listAssignableSystems, [
    { ...system, systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: false },
    { systemId: 5, systemNm: 'Ledger', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: false },
  ])
  answer(listAssignablePages, [])
  answer(planAccessChange, nobody)
})

type Person = ReturnType<typeof renderPage>['person']

async function review(person: Person, dialog: ReturnType<typeof within>) {
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await screen.findByRole('dialog', { name: 'Review the change' })
  return requestsTo(planAccessChange).at(-1)?.body
}

async function openApplicationEntry(entry: string, title: string) {
  answerCatalog()
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'User Administration' },
    { pageId: 2, pageNm: 'Application Settings' },
  ])
  answer(listApplications, [{ ...refunds, system, pageId: 9, pageAssignableFlg: true }], {
    headers: { 'x-total-count': '1' },
  })
  const { person } = renderPage('/content-authenticated/administration/application-search')
  await person.click(await screen.findByRole('button', { name: 'Actions for Refunds' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

async function pickBea(person: Person, dialog: ReturnType<typeof within>) {
  await person.type(dialog.getByRole('combobox', { name: 'Users' }), 'bea')
  await waitFor(() =>
    expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ nm: 'bea', orderByColumn: 'lastNm', pageNo: 1 }),
  )
  await person.click(await dialog.findByRole('option', { name: 'Bea Ivers (bea.ivers, Harborview)' }))
}

test('from an application I give it, with its page, to people that I find by name', async () => {
  const { person, dialog } = await openApplicationEntry('Give access…', 'Give access')
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Payments Hub: Assigned' })).checked).toBe(true)
  await pickBea(person, dialog)
  // Nobody is found to whom access could not be given.
  expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ userStatusIds: '1' })
  expect(await review(person, dialog)).toEqual({
    kindCd: 'give',
    userIds: [bea.userId],
    userSystems: [{ systemId: 8, ...noRights }],
    userPages: [{ pageId: 9, endDt: null }],
  })
})

test('from an application with grants of its own I end these alone', async () => {
  const { person, dialog } = await openApplicationEntry('End access…', 'End access')
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Refunds' })).checked).toBe(true)
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Payments Hub: Assigned' })).checked).toBe(
    false,
  )
  await pickBea(person, dialog)
  expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ userStatusIds: '1,2' })
  expect(await review(person, dialog)).toMatchObject({ userSystems: [], userPages: [{ pageId: 9 }] })
})

test('an application that I cannot give stays in sight, with the reason', async () => {
  answer(listAssignableSystems, [])
  const { dialog } = await openApplicationEntry('Give access…', 'Give access')
  const row = within(await dialog.findByRole('row', { name: /Payments Hub/ }))
  expect(row.getByRole<HTMLInputElement>('checkbox', { name: 'Payments Hub: Assigned' }).disabled).toBe(true)
})

test('applications that could not be loaded are loaded again, and none is locked until then', async () => {
  refuse(listAssignableSystems, 500, 'Something went wrong on our side.')
  const { person, dialog } = await openApplicationEntry('Give access…', 'Give access')
  const again = await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.queryByRole('checkbox', { name: 'Payments Hub: Assigned' })).toBeNull()
  answer(listAssignableSystems, [{ ...system, systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: false }])
  await person.click(again)
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Payments Hub: Assigned' })
  expect(box).toMatchObject({ checked: true, disabled: false })
})

test('who may not administer users is offered no access to give', async () => {
  answerCatalog()
  answer(listApplications, [refunds], { headers: { 'x-total-count': '1' } })
  answer(getAdminMenu, [{ pageId: 2, pageNm: 'Application Settings' }])
  const { person } = renderPage('/content-authenticated/administration/application-search')
  await person.click(await screen.findByRole('button', { name: 'Actions for Refunds' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Give access…' })).toBeNull()
})

test('from those who see a tile I end the access of the selected ones, and give it to others', async () => {
  answer(listTiles, [{ sectionId: 5, sectionNm: 'Payments' }])
  const { userId, userNm, firstNm, lastNm, employerNm } = bea
  answer(listTileUsers, [{ userId, userNm, firstNm, lastNm, employerNm, byHandFlg: true }], {
    headers: { 'x-total-count': '1' },
  })
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await person.click(await screen.findByRole('checkbox', { name: 'Select Bea Ivers' }))
  await person.click(screen.getByRole('button', { name: 'End access…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End access of 1 user' }))
  await person.click(await dialog.findByRole('checkbox', { name: 'Ledger: Assigned' }))
  expect(await review(person, dialog)).toMatchObject({ kindCd: 'end', userIds: [bea.userId] })
})

test('with another tile nobody is selected', async () => {
  answer(listTiles, [
    { sectionId: 5, sectionNm: 'Payments' },
    { sectionId: 6, sectionNm: 'Cards' },
  ])
  const { userId, userNm, firstNm, lastNm, employerNm } = bea
  answer(listTileUsers, [{ userId, userNm, firstNm, lastNm, employerNm, byHandFlg: true }], {
    headers: { 'x-total-count': '1' },
  })
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await person.click(await screen.findByRole('checkbox', { name: 'Select Bea Ivers' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Tile' }), 'Cards')
  await waitFor(() => expect(requestsTo(listTileUsers).at(-1)?.path).toContain('/6/'))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Bea Ivers' })).checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'End access…' })).toBeNull()
})

async function openFix() {
  const user = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }
  answer(listUserTiles, { user, tiles: [{ sectionId: 5, sectionNm: 'Payments', visibleFlg: false }] })
  answer(explainTile, { sectionId: 5, sectionNm: 'Payments', visibleFlg: false, pages: [page] })
  const { person } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Tiles and why' }))
  await person.click(await screen.findByRole('button', { name: 'Fix it: give access…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give access to 1 user' }))
  await dialog.findByRole('checkbox', { name: 'Payments Hub: Assigned' })
  return { person, dialog }
}

test('what a tile lacks is given on the spot, to this user and no more than that', async () => {
  const { person, dialog } = await openFix()
  expect(await review(person, dialog)).toEqual({
    kindCd: 'give',
    userIds: [bea.userId],
    userSystems: [{ systemId: 8, ...noRights }],
    userPages: [{ pageId: 9, endDt: null }],
  })
})

test('once nothing is missing, the dialog says so and closes, and I go on in the tiles of the user', async () => {
  const { person, dialog } = await openFix()
  answer(planAccessChange, { ...nobody, userCnt: 1, changedCnt: 1 })
  answer(startAccessChange, givenToOne)
  await review(person, dialog)
  answer(explainTile, {
    sectionId: 5,
    sectionNm: 'Payments',
    visibleFlg: true,
    pages: [{ ...page, visibleFlg: true, gates: page.gates.map((gate) => ({ ...gate, stateCd: 'passed' as const })) }],
  })
  await person.click(screen.getByRole('button', { name: 'Give access to 1 user' }))
  await screen.findByText('Bea Ivers sees this tile.')
  expect(screen.queryByRole('button', { name: 'Fix it: give access…' })).toBeNull()
  const reviewed = within(screen.getByRole('dialog', { name: 'Review the change' }))
  expect(reviewed.getByText('1 user was given access.')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Review the change' })).toBeNull(), {
    timeout: 5_000,
  })
  const tiles = screen.getByRole('heading', { name: 'Tiles of Bea Ivers' })
  await waitFor(() => expect(document.activeElement).toBe(tiles))
})

const hub = { ...system, hasSensitiveData: false, endDt: null }

test.each([
  [
    'the page',
    ['PAGE_GRANTED'],
    { systems: [], pages: [{ pageId: 9, pageNm: 'Transfers', systemId: 8, endDt: null }] },
  ],
  ['the right of an administrator', ['ADMIN_ACCESS'], { systems: [{ ...hub, isAdmin: true }], pages: [] }],
  ['no grant', ['FACILITY_GRANTED'], null],
] as const)('where %s is missing, no more than that is given', (_, failed, expected) => {
  const gates = failed.map((gateCd) => ({ gateCd, stateCd: 'failed' as const }))
  expect(missingAccess({ ...page, gates })).toEqual(expected)
})
