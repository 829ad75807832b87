import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  downloadPersonExport,
  getPersonExport,
  type PersonExport,
  requestPersonExport,
} from '@portico/contract/person-export/person-export.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserProfile, overviewOfBea } from '../../../test/user-profile.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'
import './OverviewTab.tsx'
import '../users/PersonExportDialog.tsx'

const archive = (stateCd: PersonExport['stateCd']): PersonExport => ({
  exportId: 7,
  stateCd,
  requestedDt: new Date('2026-11-28T15:00:00Z'),
  expiresDt: new Date('2026-11-29T15:00:00Z'),
})

beforeEach(() => {
  answerUserProfile()
  answer(getUserOverview, overviewOfBea)
})

/** Opens the dialog from the menu of the profile. */
async function openDialog(newest: PersonExport | null) {
  answer(getPersonExport, newest)
  const { person } = renderPage('/content-authenticated/administration/user-profile/21/overview')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Export data…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the data of Bea Ivers' }))
  return { person, dialog }
}

test('I have an archive of a user made, and download it once', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:person')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { person, dialog } = await openDialog(null)
  expect(await dialog.findByText(/deleted after 24 hours/)).toBeDefined()
  answer(requestPersonExport, archive('queued'))
  answer(getPersonExport, archive('ready'))
  await person.click(await dialog.findByRole('button', { name: 'Make the archive' }))
  expect(await dialog.findByText(/^The archive is ready until /)).toBeDefined()
  expect(requestsTo(requestPersonExport)[0]?.path).toMatch(/cpusers\/21\/data-exports$/)
  answerFile(downloadPersonExport)
  answer(getPersonExport, archive('downloaded'))
  await person.click(dialog.getByRole('button', { name: 'Download' }))
  expect(await dialog.findByText('The archive has been downloaded and is deleted from the portal.')).toBeDefined()
  expect(requestsTo(downloadPersonExport)[0]?.path).toMatch(/data-exports\/7\/file$/)
  expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull()
})

test('while an archive is made I cannot ask for another one', async () => {
  const { dialog } = await openDialog(archive('running'))
  expect(await dialog.findByText(/^The archive is being made\./)).toBeDefined()
  expect(dialog.queryByRole('button', { name: /archive/ })).toBeNull()
})

test('I read that an archive could not be made, and why a new one is refused', async () => {
  const { person, dialog } = await openDialog(archive('failed'))
  expect(await dialog.findByText('The archive could not be made.')).toBeDefined()
  refuse(requestPersonExport, 422, 'One is being made already.')
  await person.click(dialog.getByRole('button', { name: 'Make a new archive' }))
  expect(await dialog.findByText('One is being made already.')).toBeDefined()
})
