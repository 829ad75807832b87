import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { explainTile, listUserTiles } from '@portico/contract/tile-access.ts'
import { dryRunSignOn } from '@portico/contract/sign-on-settings.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea } from '../../../test/users.ts'
import './UsersPage.tsx'

const user = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }

test('from a user to their tiles, and to the reason why one of them is missing', async () => {
  answerUserList([bea])
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
          { gateCd: 'FACILITY_GRANTED', stateCd: 'failed' },
          { gateCd: 'ADMIN_ACCESS', stateCd: 'not-needed' },
        ],
      },
    ],
  })
  const { person } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Tiles and why' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Tiles of Bea Ivers' }))
  expect(await drawer.findByText('Bea Ivers sees 1 of 2 tiles. Choose one to see why.')).toBeDefined()
  await person.selectOptions(drawer.getByRole('combobox', { name: 'Tile' }), 'Payments (doesn’t see it)')
  expect(await drawer.findByText('Bea Ivers doesn’t see this tile.')).toBeDefined()
  expect(requestsTo(explainTile).at(-1)?.path).toMatch(/cpusers\/21\/tiles\/5\/why$/)
  const rows = drawer.getAllByRole('row').slice(1)
  // What fails comes first, with the way to mend it.
  expect(rows[0]?.textContent).toContain('The user has the application’s facility')
  expect(rows[0]?.textContent).toContain('Failed')
  expect(drawer.getByRole('link', { name: 'Open customer assignment' }).getAttribute('href')).toBe(
    '/content-authenticated/administration/user-profile/21/customerAssignment',
  )
  answer(dryRunSignOn, {
    user,
    systemNm: 'Payments Hub',
    protocolCd: 'none',
    pages: [],
    checks: [{ checkCd: 'PERMISSION', passedFlg: false, detailTxt: '' }],
    sent: null,
  })
  await person.click(drawer.getByRole('button', { name: 'Show what the application would get' }))
  await drawer.findByText('The pages of Payments Hub are plain addresses. They open without a sign-on.')
  expect(requestsTo(dryRunSignOn)[0]).toMatchObject({ body: { userId: 21 } })
})
