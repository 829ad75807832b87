import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { getClientFacts } from '@portico/contract/branding/client-branding.ts'
import { type ClientApplication, listClientApplications } from '@portico/contract/clients/client-applications.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, holdPages, openClientTab } from '../../../test/client-settings.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import '../give-access/GiveAccessDialog.tsx'
import './ClientApplicationsTab.tsx'

const refunds: ClientApplication = {
  pageId: 110,
  pageNm: 'Refunds',
  systemId: 5,
  systemNm: 'Payments Hub',
  sectionId: 7,
  dispFlg: true,
  linkEnabledFlg: true,
  pageAssignableFlg: true,
  userCnt: 1100,
}
const help = { ...refunds, pageId: 111, pageNm: 'Help', sectionId: null, dispFlg: false, pageAssignableFlg: false }

const answerUsers = (users: { activeCnt: number; inactiveCnt: number } | null) =>
  answer(getClientFacts, { users, signIn: null, announcementCnt: null })

beforeEach(() => {
  answerClientSettings()
  holdPages('Client Settings', 'User Administration', 'Application Settings')
  answerUsers({ activeCnt: 1200, inactiveCnt: 8 })
  answer(listClientApplications, [refunds, help], { headers: { 'x-total-count': '2' } })
  answer(listAssignableSystems, [])
  answer(listAssignablePages, [])
  const nobody = { userCnt: 1, reviewedUsersTxt: '', changedCnt: 0, leftOutCnt: 0 }
  answer(planAccessChange, { ...nobody, changed: [], leftOut: [], reasons: [] })
})

const openApplications = () => openClientTab('applications')
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('I read the applications of a client, with how many of its users have each', async () => {
  await openApplications()
  const row = await rowOf(/Refunds/)
  for (const text of ['Payments Hub', '1,100', 'Open']) row.getByText(text)
  expect(row.getByRole('link', { name: 'Refunds' }).getAttribute('href')).toBe(
    '/content-authenticated/administration/applications/110/details',
  )
  const hidden = await rowOf(/Help/)
  hidden.getByText('Not displayed')
  screen.getByText(
    'Applications for which active users of Meridian have a permission, counted among 1,200 users. The people of an application include inactive users.',
  )
})

test('I read how many users were counted where a client has more', async () => {
  answerUsers({ activeCnt: 1_000_000, inactiveCnt: 0 })
  await openApplications()
  await screen.findByText(/counted among the first 10,000 of 1,000,000 users,/)
})

test('I give all active users of the client an application', async () => {
  const { person } = await openApplications()
  await person.click((await rowOf(/Refunds/)).getByRole('button', { name: 'Actions for Refunds' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Give access…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /1,200/ }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await waitFor(() =>
    expect(requestsTo(planAccessChange)[0]?.body).toMatchObject({
      kindCd: 'give',
      match: { employerId: 2, userStatusIds: '1' },
      userSystems: [{ systemId: 5 }],
      userPages: [{ pageId: 110 }],
    }),
  )
})

test('I end the access of all users of the client to a system whose application needs no permission of its own', async () => {
  const { person } = await openApplications()
  await person.click((await rowOf(/Help/)).getByRole('button', { name: 'Actions for Help' }))
  await person.click(await screen.findByRole('menuitem', { name: 'End access…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /1,208/ }))
  await person.click(dialog.getByRole('button', { name: 'Review' }))
  await waitFor(() =>
    expect(requestsTo(planAccessChange)[0]?.body).toMatchObject({
      kindCd: 'end',
      match: { employerId: 2, userStatusIds: '1,2' },
      userSystems: [{ systemId: 5 }],
      userPages: [],
    }),
  )
})

test('I go on to the people of an application, and to who sees its tile', async () => {
  const { person } = await openApplications()
  await person.click((await rowOf(/Refunds/)).getByRole('button', { name: 'Actions for Refunds' }))
  for (const name of ['Open application', 'Everyone who has it', 'Who sees its tile'])
    expect(await screen.findByRole('menuitem', { name })).toBeDefined()
  await person.keyboard('{Escape}')
  await person.click((await rowOf(/Help/)).getByRole('button', { name: 'Actions for Help' }))
  await screen.findByRole('menuitem', { name: 'Everyone who has it' })
  expect(screen.queryByRole('menuitem', { name: 'Who sees its tile' })).toBeNull()
})

test('without the page for applications I read them, and nothing leads there', async () => {
  holdPages('Client Settings', 'User Administration')
  const { person } = await openApplications()
  const row = await rowOf(/Refunds/)
  expect(row.queryByRole('link')).toBeNull()
  await person.click(row.getByRole('button', { name: 'Actions for Refunds' }))
  await screen.findByRole('menuitem', { name: 'Who sees its tile' })
  expect(screen.queryByRole('menuitem', { name: 'Open application' })).toBeNull()
})

test('without the page for users there are no applications', async () => {
  holdPages('Client Settings', 'Application Settings')
  answerUsers(null)
  await openApplications()
  expect(screen.queryByRole('tab', { name: 'Applications' })).toBeNull()
})
