import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  getClientFacts,
  getCurrentBranding,
  getDefaultBrandingForClient,
} from '@portico/contract/branding/client-branding.ts'
import { type DirectoryRequest, listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import './ClientDirectoryTab.tsx'

const saved = { brandingModeCd: 'default' as const, versionNbr: 0, changedByNm: null, changedDt: null }
const refused: DirectoryRequest = {
  requestId: 9,
  requestDt: new Date('2026-11-02T10:00:00Z'),
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
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'Client Settings' }])
  answer(getCurrentBranding, {
    clientId: 2,
    clientNm: 'Meridian',
    clientColorTxt: null,
    clientPryButtonColorTxt: null,
    clientLogoImg: null,
    clientLogoDarkImg: null,
    clientHomeBgImg: null,
    clientLoginPageBgImg: null,
    ...saved,
  })
  answer(getDefaultBrandingForClient, {
    defaultColorTxt: '1f3a5f',
    defaultPryButtonColorTxt: '0057b8',
    defaultLogoImg: '/logo.png',
    defaultLogoDarkImg: null,
    defaultHomeBgImg: null,
    defaultLoginPageBgImg: null,
    ...saved,
  })
  answer(getClientFacts, { users: { activeCnt: 12, inactiveCnt: 0 }, signIn: null, announcementCnt: null })
  answer(listDirectoryRequests, [refused, done, cut], { headers: { 'x-total-count': '3' } })
  signInAs()
})

async function openRequests() {
  const page = renderPage('/content-authenticated/administration/client-settings/2?tab=directory-requests')
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
  return page
}

test('I read what the directory of a client asked for, and why it was refused', async () => {
  await openRequests()
  const row = within(await screen.findByRole('row', { name: /POST \/Users/ }))
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
