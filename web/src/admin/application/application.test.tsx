import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { listAuditEvents, searchAuditUsers } from '@portico/contract/audit/audit.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  deleteApplication,
  getApplication,
  listUserApplications,
  saveSubLinks,
  updateApplication,
} from '@portico/contract/catalog/catalog.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { listTileImages } from '@portico/contract/home/tile-images.ts'
import {
  dryRunSignOn,
  getSignOnSettings,
  listSignOnSystems,
  makeClientSecret,
  saveSignOnSettings,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { answer, answerWith, refuse, requestsTo } from '../../../test/answer.ts'
import { answerCatalog, refunds } from '../../../test/catalog.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { bea as listedBea } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './ApplicationPage.tsx'
import './HistoryTab.tsx'
import './ImageTab.tsx'
import './PeopleTab.tsx'
import './RequestsTab.tsx'
import './SignOnTab.tsx'
import '../give-access/GiveAccessDialog.tsx'

const bea = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }
const total = (rows: readonly unknown[]) => ({ headers: { 'x-total-count': String(rows.length) } })
const holdPages = (...names: AdminPage[]) =>
  answer(
    getAdminMenu,
    ['Application Settings' as const, ...names].map((pageNm, at) => ({ pageId: at + 1, pageNm })),
  )

beforeEach(() => {
  answerCatalog()
  const users = [{ ...bea, endDt: new Date('2027-03-01T22:59:59Z') }]
  answer(listUserApplications, users, total(users))
})

async function openTab(tab: string) {
  const page = renderPage(`/content-authenticated/administration/applications/110/${tab}`)
  await screen.findByRole('heading', { name: 'Refunds', level: 1 })
  return page
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })

describe('the page of an application', () => {
  test('is opened by its name in the list, and its menu leads to the wizard', async () => {
    const { person, address } = renderPage('/content-authenticated/administration/application-search')
    await person.click(await screen.findByRole('link', { name: 'Refunds' }))
    await screen.findByRole('heading', { name: 'Refunds', level: 1 })
    expect(address()).toBe('/content-authenticated/administration/applications/110/details')
    expect(screen.getByText(/Payments Hub · Cards/)).toBeDefined()
    await person.click(button('Actions for Refunds'))
    await person.click(await screen.findByRole('menuitem', { name: 'Edit in three steps' }))
    await screen.findByRole('heading', { name: 'Edit application', level: 1 })
  })

  test('has its open tab in the address', async () => {
    const { person, address } = await openTab('details')
    await person.click(screen.getByRole('tab', { name: 'Search items' }))
    expect(address()).toBe('/content-authenticated/administration/applications/110/search-items')
    expect(screen.getByRole('button', { name: 'Remove Refund' })).toBeDefined()
  })

  test('leads back to the list once the application is deleted', async () => {
    answer(deleteApplication, { undoId: 1, undoUntilDt: new Date() })
    const { person, address } = await openTab('details')
    await person.click(button('Actions for Refunds'))
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Refunds' }))
    await dialog.findByText('Nobody has a permission for it.')
    await person.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/content-authenticated/administration/application-search'), {
      timeout: 5000,
    })
  })
})

describe('its details', () => {
  test('are changed in one step, and the page shows what was saved', async () => {
    answerWith(updateApplication, {
      code: '200',
      data: refunds,
      message: 'The application has been successfully saved',
    })
    const { person } = await openTab('details')
    await person.clear(field('Name'))
    await person.type(field('Name'), 'Repayments')
    answer(getApplication, { ...refunds, pageNm: 'Repayments', version: 6 })
    await person.click(button('Save details'))
    await screen.findByText('The application has been successfully saved')
    expect(requestsTo(updateApplication)[0]?.body).toMatchObject({ pageNm: 'Repayments', version: 5 })
    await screen.findByRole('heading', { name: 'Repayments', level: 1 })
  })

  test('of a screen of the portal itself leave its name and its system as they are', async () => {
    answer(getApplication, { ...refunds, protectedFlg: true })
    await openTab('details')
    expect(screen.getByText('This is a screen of the portal itself: its name and system stay.')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'System' })).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Section' })).toBeDefined()
  })

  test('are validated as in the wizard, before anything is sent', async () => {
    const { person } = await openTab('details')
    await person.clear(field('Address of the application'))
    await person.click(button('Save details'))
    await waitFor(() => expect(field('Address of the application').getAttribute('aria-invalid')).toBe('true'))
    expect(requestsTo(updateApplication)).toHaveLength(0)
  })

  test('that another administrator has changed meanwhile are shown beside mine', async () => {
    const { person } = await openTab('details')
    await person.type(field('Name'), ' 2')
    answer(getApplication, { ...refunds, section: { sectionId: 8, sectionNm: 'Empty tile' }, version: 6 })
    refuse(updateApplication, 409, 'Ada Lovelace changed this.')
    await person.click(button('Save details'))
    await screen.findByText('Ada Lovelace changed this.')
    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Section' }).value).toBe('8'))
    expect(field('Name').value).toBe('Refunds 2')
  })
})

describe('its search items', () => {
  test('are added and saved, with a warning about one that is half entered (CATA-072)', async () => {
    answerWith(saveSubLinks, { code: '200', data: refunds, message: 'The search information has been saved' })
    const { person } = await openTab('search-items')
    expect(screen.getByRole('heading', { name: 'Search information', level: 2 })).toBeDefined()
    await person.type(field('Search text'), 'Chargeback')
    await person.click(button('Save search items'))
    await screen.findByText(/^You entered search information, but didn't add it/)
    expect(requestsTo(saveSubLinks)).toHaveLength(0)
    await person.type(field('Description'), 'Money back')
    await person.click(button('Add'))
    await person.click(button('Save search items'))
    await screen.findByText('The search information has been saved')
    expect(requestsTo(saveSubLinks)[0]).toMatchObject({
      search: '?version=5',
      body: [...refunds.applicationSubLinks, { sublinkNm: 'Chargeback', descriptionTxt: 'Money back' }],
    })
  })
})

describe('its sign-on', () => {
  const settings = {
    systemId: 102,
    systemNm: 'Payments Hub',
    protocolCd: 'oidc' as const,
    nameSourceCd: 'user-name' as const,
    attributeList: [{ attributeNm: 'email', factCd: 'email' as const }],
    entityIdTxt: null,
    acsList: [],
    audienceTxt: null,
    nameIdFormatCd: 'unspecified' as const,
    signedRequestsFlg: false,
    signingCertificateList: [],
    encryptionCertificateTxt: null,
    formOriginList: [],
    clientIdTxt: 'client-102',
    publicClientFlg: false,
    redirectUrlList: ['https://pay.example/callback'],
    backChannelLogoutUrlTxt: null,
    browserLogoutUrl: null,
    logoutFollowedUrlTxt: null,
    logoutOriginList: ['https://portal.example'],
    logoutReturnUrlTxt: 'https://portal.example/logout?app=PAY',
    version: 3,
    systemVersion: 4,
  }
  const portal = {
    metadataUrl: 'https://portal.example/md',
    signOnUrl: 'https://portal.example/sso',
    issuerUrl: 'https://portal.example/oidc',
  }

  beforeEach(() => {
    holdPages('Database Maintenance')
    answer(getSignOnSettings, settings)
    answer(listSignOnSystems, { portal, systems: [] })
  })

  test('is that of its system, in the terms of the protocol, with what the application needs to know', async () => {
    answer(saveSignOnSettings, { settings, clientSecretTxt: null })
    const { person } = await openTab('sign-on')
    const uris = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redirect URIs' })
    expect(uris.value).toBe('https://pay.example/callback')
    expect(screen.getByText(/^These are the settings of the system Payments Hub/)).toBeDefined()
    const clientId = await screen.findByRole('heading', { name: 'Client ID' })
    expect(clientId.parentElement?.textContent).toContain('client-102')
    expect(screen.queryByRole('heading', { name: /^SAML/ })).toBeNull()
    await person.type(uris, '\nhttps://pay.example/other')
    await person.click(button('Save settings'))
    await screen.findByText('Single sign-on settings saved.')
    expect(requestsTo(saveSignOnSettings)[0]?.body).toMatchObject({
      redirectUrlList: ['https://pay.example/callback', 'https://pay.example/other'],
      version: 3,
    })
  })

  test('can be tried for a user, and gets a new client secret after a question', async () => {
    answer(makeClientSecret, { clientSecretTxt: 'only-now', version: 4 })
    const { person } = await openTab('sign-on')
    await person.click(await screen.findByRole('button', { name: 'Dry run' }))
    await screen.findByText('Choose a user first.')
    await person.click(button('Make new client secret'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Client secret of Payments Hub' }))
    await person.click(dialog.getByRole('button', { name: 'Make client secret' }))
    expect(await screen.findByRole('button', { name: 'Copy client secret' })).toBeDefined()
  })

  test('once saved anew, shows no dry run of the settings before', async () => {
    answer(listUsers, { result: [listedBea], totalResults: 1 })
    answer(dryRunSignOn, {
      user: bea,
      systemNm: 'Payments Hub',
      protocolCd: 'oidc',
      pages: [],
      checks: [{ checkCd: 'PERMISSION', passedFlg: false, detailTxt: '' }],
      sent: null,
    })
    answer(saveSignOnSettings, { settings, clientSecretTxt: null })
    const { person } = await openTab('sign-on')
    await screen.findByText(/The saved settings count\./)
    await person.click(screen.getByRole('combobox', { name: 'User' }))
    await person.click(await screen.findByRole('option', { name: /Bea Ivers/ }))
    await person.click(button('Dry run'))
    await screen.findByText(/^Bea Ivers would not be signed in/)
    await person.type(screen.getByRole('textbox', { name: 'Redirect URIs' }), '\nhttps://pay.example/other')
    expect(screen.getByText(/^Bea Ivers would not be signed in/)).toBeDefined()
    answer(getSignOnSettings, { ...settings, version: 4 })
    await person.click(button('Save settings'))
    await screen.findByText('Single sign-on settings saved.')
    await waitFor(() => expect(screen.queryByText(/^Bea Ivers would not be signed in/)).toBeNull())
    await person.click(button('Dry run'))
    await screen.findByText(/^Bea Ivers would not be signed in/)
  })

  test('is not needed by screens of the portal', async () => {
    answer(getApplication, { ...refunds, protectedFlg: true })
    await openTab('sign-on')
    await screen.findByText('Screens of the portal itself need no sign-on.')
  })
})

describe('its people', () => {
  test('are those with a permission, with its end; ending it begins with the application and the chosen ones', async () => {
    holdPages('User Administration')
    answer(listAssignableSystems, [])
    answer(listAssignablePages, [])
    const nobody = { userCnt: 1, reviewedUsersTxt: '', changedCnt: 0, leftOutCnt: 0 }
    answer(planAccessChange, { ...nobody, changed: [], leftOut: [], reasons: [] })
    const { person } = await openTab('people')
    const row = within(await screen.findByRole('row', { name: /Bea Ivers/ }))
    expect(row.getByText('Harborview')).toBeDefined()
    expect(row.getByText(/2027/)).toBeDefined()
    expect(screen.getByText('Users with a permission for Refunds.')).toBeDefined()
    await person.click(row.getByRole('checkbox', { name: 'Select Bea Ivers' }))
    await person.click(button('End access…'))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Review' }))
    await waitFor(() =>
      expect(requestsTo(planAccessChange)[0]?.body).toMatchObject({
        kindCd: 'end',
        userIds: [21],
        userSystems: [],
        userPages: [{ pageId: 110 }],
      }),
    )
  })

  test('of an application without a permission of its own are those of its system', async () => {
    answer(getApplication, { ...refunds, pageAssignableFlg: false })
    await openTab('people')
    await screen.findByText(/^Users with a permission for Payments Hub/)
  })

  test('are only read by who manages no users', async () => {
    await openTab('people')
    await screen.findByRole('row', { name: /Bea Ivers/ })
    expect(
      screen.getByText('Only administrators with the page “User Administration” give and end access.'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Give access…' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('its image', () => {
  const image = { sectionId: 7, sectionNm: 'Cards', tileImage: 'data:image/png;base64,', versionTxt: '' }
  test('is that of its tile, and can be replaced there', async () => {
    holdPages('Database Maintenance')
    answer(listTileImages, [{ ...image, uploadedFlg: true, changedDt: new Date() }], total([1]))
    const { person } = await openTab('image')
    await screen.findByText(/^This is the image of the tile Cards/)
    expect(requestsTo(listTileImages)[0]?.search).toBe('?sectionId=7')
    await person.click(button('Replace image'))
    await screen.findByRole('dialog', { name: 'Image of Cards' })
  })

  test('is missing where no tile leads to the application', async () => {
    answer(getApplication, { ...refunds, section: null })
    await openTab('image')
    await screen.findByText('No tile leads to this application, so it has no image.')
  })
})

describe('what waits and what was done', () => {
  test('its requests wait for my decision, and those that are decided can be chosen', async () => {
    holdPages('User Administration')
    const asked = {
      ...bea,
      accessRequestId: 5,
      pageNm: 'Refunds',
      systemNm: 'Payments Hub',
      givesList: [],
      reasonTxt: 'For the audit',
      departmentNm: null,
      colleagueCnt: 0,
      colleagueAccessCnt: 0,
      requestStateCd: 'pending' as const,
      requestedDt: new Date(),
      decidedDt: null,
      decidedByNm: null,
      decisionTxt: '',
      endDt: null,
    }
    answer(listAccessRequests, [asked], total([asked]))
    await openTab('requests')
    await screen.findByText('For the audit')
    expect(requestsTo(listAccessRequests)[0]?.search).toContain('pageId=110')
    expect(requestsTo(listAccessRequests)[0]?.search).toContain('stateCd=pending')
    expect(button('Grant Refunds to Bea Ivers')).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Application' })).toBeNull()
  })

  test('its history has who changed what', async () => {
    holdPages('Audit Trail')
    answer(searchAuditUsers, [])
    const changed = {
      auditEventId: 41,
      eventDt: new Date('2026-11-20T15:00:00Z'),
      eventCd: 'application_changed',
      actorId: 2,
      actorNm: 'ada.root',
      subjectId: null,
      subjectNm: null,
      clientId: null,
      clientNm: null,
      targetKindTxt: 'page',
      targetIdTxt: '110',
      targetNm: 'Refunds',
      before: { name: 'Paybacks' },
      after: { name: 'Refunds' },
      addressTxt: '203.0.113.7',
      requestId: 'req-1',
    }
    answer(listAuditEvents, [changed], total([changed]))
    const { person } = await openTab('history')
    const row = within(await screen.findByRole('row', { name: /ada\.root/ }))
    const { search } = requestsTo(listAuditEvents)[0] ?? {}
    expect(search).toContain('targetKindTxt=page&targetIdTxt=110')
    expect(search).toContain('changesFlg=Y')
    await person.click(row.getByRole('button', { name: /^Actions for entry/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Show what changed' }))
    expect(within(await screen.findByRole('dialog')).getByText('Paybacks')).toBeDefined()
  })

  test.each([
    ['requests', 'User Administration'],
    ['history', 'Audit Trail'],
    ['image', 'Database Maintenance'],
    ['sign-on', 'Database Maintenance'],
  ])('the tab %s says which page it needs', async (tab, page) => {
    await openTab(tab)
    await screen.findByText(`Only administrators with the page “${page}” see this.`)
  })
})
