import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { exportDeletedUsers, listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import {
  type ErasurePlan,
  getErasureCertificate,
  getErasurePlan,
  requestErasure,
  takeBackErasure,
} from '@portico/contract/users/erasures.ts'
import { actOnUsers, reactivateUser } from '@portico/contract/users/user-actions.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, answerFile, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './DeletedUsersPage.tsx'

const ida = {
  userId: 23,
  userNm: 'ida.gone',
  firstNm: 'Ida',
  lastNm: 'Gone',
  emailAddress: 'ida@client.test',
  employerId: 5,
  employerNm: 'Harborview',
  deletedDt: new Date('2026-11-20T15:00:00Z'),
  deletedByNm: 'Grace Hopper',
  erasedFromDt: new Date('2027-11-20T15:00:00Z'),
  erasureRequestedDt: null,
  erasedByAgeDt: new Date('2027-11-20T15:00:00Z'),
}
const kai = {
  ...ida,
  userId: 24,
  firstNm: 'Kai',
  userNm: 'kai.gone',
  deletedByNm: null,
  erasedFromDt: null,
  erasedByAgeDt: null,
}
const options = { portalAdminFlg: true, securityProvider: 'off', signOnAsFlg: false, usAssociate: false } as const

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(getUserListOptions, options)
  answer(listDeletedUsers, [ida, kai], { headers: { 'x-total-count': '2' } })
  signInAs()
})

const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listDeletedUsers).at(-1)?.search))
async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration/deleted-users${search}`)
  await screen.findByRole('heading', { name: 'Deleted users', level: 1 })
  return page
}
const row = (name: RegExp) => screen.findByRole('row', { name })

test('I see who was deleted, when and by whom, the latest first', async () => {
  await openPage()
  for (const text of ['ida.gone', 'ida@client.test', 'Harborview', '11/20/2026', 'Grace Hopper', '11/20/2027'])
    expect((await row(/Ida/)).textContent).toContain(text)
  expect(lastQuery()).toEqual({ sort: 'deletedDt', direction: 'desc', pageNo: '1', pageSize: '15' })
})

test('I find those who were deleted in a span of days, the last one included, by name', async () => {
  const { address } = await openPage('?from=2026-11-01&until=2026-11-20&name=ida')
  expect(lastQuery()).toMatchObject({
    nm: 'ida',
    deletedFromDt: new Date('2026-11-01T00:00:00').toISOString(),
    deletedBeforeDt: new Date('2026-11-21T00:00:00').toISOString(),
  })
  expect(address()).toContain('until=2026-11-20')
})

test('I restore one user after a question, and the list loads again', async () => {
  answer(reactivateUser, null, { message: 'The user has been reactivated.' })
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Actions for Ida Gone' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Restore user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore user' }))
  dialog.getByText('Ida Gone can sign in again, with the permissions they had. A lock is lifted, too.')
  const before = requestsTo(listDeletedUsers).length
  await person.click(dialog.getByRole('button', { name: 'Restore user' }))
  await screen.findByText('The user has been reactivated.')
  expect(requestsTo(reactivateUser).at(-1)?.body).toEqual({ userId: 23 })
  await waitFor(() => expect(requestsTo(listDeletedUsers).length).toBeGreaterThan(before))
})

test('I restore several at once, with a result for each', async () => {
  answer(actOnUsers, [
    { userId: 23, code: '200', message: 'The user has been reactivated.' },
    { userId: 24, code: '404', message: 'This user no longer exists or isn’t yours to administer.' },
  ])
  const { person } = await openPage()
  await person.click(await screen.findByRole('checkbox', { name: 'Select Ida Gone' }))
  await person.click(screen.getByRole('checkbox', { name: 'Select Kai Gone' }))
  await person.click(screen.getByRole('button', { name: 'Restore user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore user: 2 selected' }))
  await person.click(dialog.getByRole('button', { name: 'Restore user' }))
  const results = within(await screen.findByRole('dialog', { name: 'Restore user: results' }))
  expect(results.getByRole('row', { name: /Kai Gone \(.+\) This user no longer exists/ })).toBeDefined()
  expect(requestsTo(actOnUsers).at(-1)?.body).toEqual({ actionCd: 'reactivate', userIds: [23, 24] })
})

test('I read why I can neither restore nor erase anybody unless I am a portal administrator (decision E2)', async () => {
  answer(getUserListOptions, { ...options, portalAdminFlg: false })
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Actions for Ida Gone' }))
  const entry = await screen.findByRole('menuitem', { name: /Restore user/ })
  expect(entry.textContent).toContain('Only portal administrators can restore a deleted user.')
  const erasure = await screen.findByRole('menuitem', { name: /^Erase/ })
  expect(erasure.textContent).toContain('Only portal administrators can have a user erased.')
  expect(screen.queryByRole('button', { name: /certificate/i })).toBeNull()
})

const plan: ErasurePlan = {
  goes: [
    { kindCd: 'profile', rowCnt: 1 },
    { kindCd: 'sessions', rowCnt: 1204 },
    { kindCd: 'mails', rowCnt: 0 },
  ],
  stays: [{ kindCd: 'audit', rowCnt: 3 }],
  erasedFromDt: new Date('2026-12-28T15:00:00Z'),
}
async function openEntry(person: UserEvent, name: string) {
  await person.click(await screen.findByRole('button', { name: 'Actions for Ida Gone' }))
  await person.click(await screen.findByRole('menuitem', { name }))
}

test('I have a user erased after I saw what goes, what stays and why, and gave a reason', async () => {
  answer(getErasurePlan, plan)
  answer(requestErasure, null, { message: 'Erasure requested. You can take it back until it is due.' })
  const { person } = await openPage()
  await openEntry(person, 'Erase…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ida Gone' }))
  await dialog.findByText(/in the night after 12\/28\/2026, for good/)
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name, user ID, email addresses, telephone numbers and everything else in the profile',
    'Sessions and sign-ins (1,204)',
    expect.stringMatching(/^Events of the audit trail.+pseudonym.+ \(3\)$/) as string,
  ])
  await person.click(dialog.getByRole('button', { name: 'Request erasure' }))
  expect(dialog.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Letter of May 2')
  const before = requestsTo(listDeletedUsers).length
  await person.click(dialog.getByRole('button', { name: 'Request erasure' }))
  await screen.findByText('Erasure requested. You can take it back until it is due.')
  expect(requestsTo(requestErasure).map(({ body }) => body)).toEqual([{ userId: 23, reasonTxt: 'Letter of May 2' }])
  await waitFor(() => expect(requestsTo(listDeletedUsers).length).toBeGreaterThan(before))
})

test('I see whose erasure was requested, and take it back', async () => {
  const asked = { erasureRequestedDt: new Date('2026-11-25T15:00:00Z'), erasedFromDt: new Date('2026-12-25T15:00:00Z') }
  answer(listDeletedUsers, [{ ...ida, ...asked }], { headers: { 'x-total-count': '1' } })
  answer(takeBackErasure, null, { message: 'The erasure was taken back. The user stays deleted.' })
  const { person } = await openPage()
  expect((await row(/Ida/)).textContent).toContain('12/25/2026 (requested)')
  await openEntry(person, 'Take back erasure')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back erasure' }))
  dialog.getByText('Ida Gone will not be erased on request. The user stays deleted.')
  dialog.getByText(/^The data leave the portal in the night after 11\/20\/2027 all the same/)
  await person.click(dialog.getByRole('button', { name: 'Take back erasure' }))
  await screen.findByText('The erasure was taken back. The user stays deleted.')
  expect(requestsTo(takeBackErasure).at(-1)?.body).toEqual({ userId: 23 })
})

test('I download the certificate of a user who is erased, by the number', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:certificate')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(getErasureCertificate)
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Certificate…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Certificate of an erasure' }))
  await person.type(dialog.getByRole('textbox', { name: 'Number of the user' }), '23')
  await person.click(dialog.getByRole('button', { name: 'Download certificate' }))
  await screen.findByText('The certificate was downloaded.')
  expect(requestsTo(getErasureCertificate)[0]?.path).toContain('/cpusers/23/erasure-certificate')
})

test('from one user I come to the others of their employer', async () => {
  const { person, address } = await openPage()
  await person.click(await screen.findByRole('button', { name: 'Actions for Kai Gone' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Only this employer' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ employerId: '5' }))
  expect(address()).toContain('employer=5')
})

test('I download the filtered list', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:users')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportDeletedUsers)
  const { person } = await openPage('?employer=5')
  await person.click(await screen.findByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(requestsTo(exportDeletedUsers)[0]?.body).toMatchObject({ employerId: 5, format: 'csv' }))
})
