import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { explainTile, listUserTiles } from '@portico/contract/tile-access/tile-access.ts'
import { dryRunSignOn } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea } from '../../../test/users.ts'
import './UsersPage.tsx'

const user = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }

test('from a user to their tiles, and to the reason why one of them is missing', async () => {
  answerUserList([bea])
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'User Administration' },
    { pageId: 2, pageNm: 'Application Settings' },
  ])
  answerTile()
  const { person } = renderPage('/content-authenticated/administration')
  await openTile(person)
  const drawer = within(screen.getByRole('dialog', { name: 'Tiles of Bea Ivers' }))
  expect(await drawer.findByText('Bea Ivers doesn’t see this tile.')).toBeDefined()
  expect(requestsTo(explainTile).at(-1)?.path).toMatch(/cpusers\/21\/tiles\/5\/why$/)
  const rows = drawer.getAllByRole('row').slice(1)
  // What fails comes first, with a link to where it is fixed.
  expect(rows.slice(0, 4).map((row) => row.textContent)).toEqual([
    expect.stringContaining('The tile is displayed'),
    expect.stringContaining('The page is displayed'),
    expect.stringContaining('The application exists'),
    expect.stringContaining('The user has the application’s facility'),
  ])
  expect(rows[0]?.textContent).toContain('Failed')
  const addresses = drawer
    .getAllByRole('link', { name: /^Open/ })
    .map((link) => [link.textContent, link.getAttribute('href')?.replace('/content-authenticated/administration', '')])
  expect(addresses).toEqual([
    ['Open tile settings', '/application-settings/section/5'],
    ['Open application settings', '/applications/9/details'],
    ['Open applications', '/application-search'],
    ['Open customer assignment', '/user-profile/21/customerAssignment'],
  ])
  answer(dryRunSignOn, {
    user,
    systemNm: 'Payments Hub',
    protocolCd: 'none',
    pages: [],
    checks: [{ checkCd: 'PERMISSION', passedFlg: false, detailTxt: '' }],
    sent: null,
  })
  await person.click(drawer.getByRole('button', { name: 'Show what the application would receive' }))
  await drawer.findByText('The pages of Payments Hub are plain addresses. They open without a sign-on.')
  expect(requestsTo(dryRunSignOn)[0]).toMatchObject({ body: { userId: 21 } })
  expect(document.activeElement?.textContent).toContain('plain addresses')
})

test('once I have fixed the reason, the tile is explained as it is now', async () => {
  answerUserList([bea])
  answerTile()
  const { person } = renderPage('/content-authenticated/administration')
  await openTile(person)
  await screen.findByText('Bea Ivers doesn’t see this tile.')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer(listUserTiles, { user, tiles: [{ sectionId: 5, sectionNm: 'Payments', visibleFlg: true }] })
  answer(explainTile, { sectionId: 5, sectionNm: 'Payments', visibleFlg: true, pages: [] })
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Tiles and why' }))
  await screen.findByText('Bea Ivers sees 1 of 1 tile. Choose one to see why.')
  await screen.findByText('Bea Ivers sees this tile.')
  expect(screen.queryByText('Bea Ivers doesn’t see this tile.')).toBeNull()
})

test('what I have says how: by hand, by a permission set, by a group', async () => {
  answerUserList([bea])
  answerTile()
  const ways = { byHandFlg: true, permissionSets: [{ setNm: 'Accounting clerk', versionNr: 3 }], groupNms: ['fin-all'] }
  const page = {
    pageId: 9,
    pageNm: 'Transfers',
    systemId: 8,
    systemNm: 'Payments Hub',
    facilityCd: null,
    visibleFlg: true,
    linkEnabledFlg: true,
    gates: [{ gateCd: 'APPLICATION_GRANTED' as const, stateCd: 'passed' as const, ways }],
  }
  answer(explainTile, { sectionId: 5, sectionNm: 'Payments', visibleFlg: true, pages: [page] })
  const { person } = renderPage('/content-authenticated/administration')
  await openTile(person)
  await screen.findByText('The user has the application: by hand, by set Accounting clerk v3, by group fin-all')
})

test('I am only led to where I may go', async () => {
  answerUserList([bea])
  answerTile()
  const { person } = renderPage('/content-authenticated/administration')
  await openTile(person)
  await screen.findByText('Bea Ivers doesn’t see this tile.')
  const links = screen.getAllByRole('link', { name: /^Open/ })
  expect(links.map((link) => link.textContent)).toEqual(['Open customer assignment'])
})

test('reasons that could not be loaded are loaded again, and the focus stays in the drawer', async () => {
  answerUserList([bea])
  answerTile()
  refuse(explainTile, 500, 'Something went wrong on our side.')
  const { person } = renderPage('/content-authenticated/administration')
  await openTile(person)
  await screen.findByText('We couldn’t load this. Check your connection and try again.')
  answerTile()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Bea Ivers doesn’t see this tile.')
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Bea Ivers' })),
  )
})

async function openTile(person: ReturnType<typeof renderPage>['person']) {
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Tiles and why' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Tiles of Bea Ivers' }))
  expect(await drawer.findByText('Bea Ivers sees 1 of 2 tiles. Choose one to see why.')).toBeDefined()
  await person.selectOptions(drawer.getByRole('combobox', { name: 'Tile' }), 'Payments (doesn’t see it)')
}

function answerTile() {
  answer(listUserTiles, {
    user,
    tiles: [
      { sectionId: 4, sectionNm: 'Cards', visibleFlg: true },
      { sectionId: 5, sectionNm: 'Payments', visibleFlg: false },
    ],
  })
  answer(explainTile, {
    sectionId: 5,
    sectionNm: 'Payments',
    visibleFlg: false,
    pages: [
      {
        pageId: 9,
        pageNm: 'Transfers',
        systemId: 8,
        systemNm: 'Payments Hub',
        facilityCd: 'EDH',
        visibleFlg: false,
        linkEnabledFlg: true,
        gates: [
          { gateCd: 'USER_ACTIVE', stateCd: 'passed' },
          { gateCd: 'TILE_DISPLAYED', stateCd: 'failed' },
          { gateCd: 'PAGE_DISPLAYED', stateCd: 'failed' },
          { gateCd: 'APPLICATION_ACTIVE', stateCd: 'failed' },
          { gateCd: 'FACILITY_GRANTED', stateCd: 'failed' },
          { gateCd: 'ADMIN_ACCESS', stateCd: 'not-needed' },
        ],
      },
    ],
  })
}
