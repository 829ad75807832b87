import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getErasurePlan, requestErasure } from '@portico/contract/users/erasures.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerProfile, answerUserProfile, overviewOfBea, profile } from '../../../test/user-profile.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'
import './OverviewTab.tsx'
import '../users/EraseUserDialog.tsx'

const withStatus = (userStatus: 1 | 3) => ({ ...profile, user: { ...profile.user, userStatus } })
const options = { portalAdminFlg: true, securityProvider: 'off', signOnAsFlg: false, usAssociate: false } as const

beforeEach(() => {
  answerUserProfile()
  answer(getUserOverview, overviewOfBea)
  answer(getUserListOptions, options)
})

/** Opens the menu of the profile of a user with this status. */
async function openMenu(userStatus: 1 | 3) {
  answerProfile(withStatus(userStatus), userStatus === 3 ? 'deleted' : null)
  const { person } = renderPage('/content-authenticated/administration/user-profile/21/overview')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  return person
}

test('I have a deleted user erased from the profile, after I saw the plan and gave a reason', async () => {
  const person = await openMenu(3)
  answer(getErasurePlan, {
    goes: [{ kindCd: 'profile', rowCnt: 1 }],
    stays: [{ kindCd: 'audit', rowCnt: 3 }],
    erasedFromDt: new Date('2026-12-28T15:00:00Z'),
  })
  answer(requestErasure, null, { message: 'Erasure requested. You can take it back until it is due.' })
  await person.click(await screen.findByRole('menuitem', { name: 'Erase…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Bea Ivers' }))
  await dialog.findByText(/in the night after 12\/28\/2026, for good/)
  await person.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Letter of May 2')
  await person.click(dialog.getByRole('button', { name: 'Request erasure' }))
  expect(await screen.findByText(/^Erasure requested\./)).toBeDefined()
  expect(requestsTo(requestErasure)[0]?.body).toEqual({ userId: 21, reasonTxt: 'Letter of May 2' })
})

test('I read that only portal administrators have a user erased', async () => {
  answer(getUserListOptions, { ...options, portalAdminFlg: false })
  await openMenu(3)
  const entry = await screen.findByRole('menuitem', { name: /^Erase…/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Only portal administrators can have a user erased.')).toBeDefined()
})

test('a user who is not deleted has no such entry', async () => {
  await openMenu(1)
  await screen.findByRole('menuitem', { name: 'Export data…' })
  expect(screen.queryByRole('menuitem', { name: /^Erase…/ })).toBeNull()
})
