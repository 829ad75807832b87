import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type DirectoryRequest, listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, openClientTab } from '../../../test/client-settings.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import './ClientDirectoryTab.tsx'

const refused: DirectoryRequest = {
  requestId: 9,
  requestDt: new Date('2026-11-02T10:00:07Z'),
  methodCd: 'POST',
  pathTxt: '/Users',
  statusCd: 409,
  reasonCd: 'uniqueness',
  reasonTxt: 'userName: this user ID is already in use in the portal',
  durationMs: 1200,
  userNm: 'cai',
  bodyTxt: '{"userName":"cai","password":"…"}',
}
const done: DirectoryRequest = {
  ...refused,
  requestId: 8,
  methodCd: 'GET',
  pathTxt: '/Groups?count=0',
  statusCd: 200,
  reasonCd: null,
  reasonTxt: null,
  userNm: null,
  bodyTxt: null,
}

const cut: DirectoryRequest = { ...refused, requestId: 7, methodCd: 'PUT', bodyTxt: '{"userName":"c…' }

beforeEach(() => {
  answerClientSettings()
  answer(listDirectoryRequests, [refused, done, cut], { headers: { 'x-total-count': '3' } })
})

const openRequests = () => openClientTab('directory-requests')

test('I read what the directory of a client asked for, and why it was refused', async () => {
  await openRequests()
  const row = within(await screen.findByRole('row', { name: /POST \/Users/ }))
  // With seconds, as the log of the directory has them.
  row.getByText(/:00:07/)
  row.getByText('409')
  row.getByText('uniqueness: userName: this user ID is already in use in the portal')
  row.getByText('1,200')
  row.getByText('cai')
  screen.getByRole('row', { name: /GET \/Groups\?count=0/ })
  screen.getByText(/^What the directory of Meridian asked for.*1,000 of them/)
})

test('I see refused requests alone', async () => {
  const { person: user } = await openRequests()
  await screen.findByRole('row', { name: /POST \/Users/ })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Refused')
  await screen.findByRole('row', { name: /POST \/Users/ })
  expect(requestsTo(listDirectoryRequests).at(-1)?.search).toContain('outcomeCd=refused')
})

test('I read the body of a request, also one that was cut, and that one had none', async () => {
  const { person: user } = await openRequests()
  await user.click(await screen.findByRole('button', { name: 'Actions for POST /Users' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show details' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'POST /Users' }))
  drawer.getByText(/"userName": "cai"/)
  await user.click(drawer.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Actions for PUT /Users' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show details' }))
  const cutDrawer = within(await screen.findByRole('dialog', { name: 'PUT /Users' }))
  cutDrawer.getByText('{"userName":"c…')
  await user.click(cutDrawer.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Actions for GET /Groups?count=0' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show details' }))
  await screen.findByText('The request had no body that could be read.')
})
