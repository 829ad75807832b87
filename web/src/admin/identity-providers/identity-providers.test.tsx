import { screen, waitFor, within } from '@testing-library/react'
import {
  type CompanyDirectory,
  getCompanyDirectory,
  startDirectoryTest,
  testDirectoryPassword,
} from '@portico/contract/directory/company-directory.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  deleteSamlIdentityProvider,
  getSignInTest,
  listSamlIdentityProviders,
  restoreSamlIdentityProvider,
  type SamlIdentityProvider,
  saveSamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
  type SignInTest,
  signInTestChecks,
  startSignInTest,
} from '@portico/contract/federation/identity-providers.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import './IdentityProvidersPage.tsx'

const lindqvist: SamlIdentityProvider = {
  samlIdentityProviderId: 3,
  samlIdentityProviderNm: 'Lindqvist ID',
  entityIdTxt: 'https://id.lindqvist.example/saml',
  signOnUrlTxt: 'https://id.lindqvist.example/sso',
  signOutUrlTxt: null,
  certExpireDt: new Date('2027-03-01T12:00:00Z'),
  prevCertExpireDt: null,
  employerIdList: [5],
  emailAttributeNm: null,
  firstNmAttributeNm: null,
  lastNmAttributeNm: null,
  version: 7,
}

const directory: CompanyDirectory = {
  kindCd: 'ldap',
  addressTxt: 'ldaps://ldap.example.test',
  nameTxt: 'uid',
  groups: [],
  attributes: [{ fieldCd: 'email', attributeNm: 'mail' }],
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listSamlIdentityProviders, [lindqvist])
  answer(getCompanyDirectory, { ...directory, kindCd: 'none' })
  answer(listSharingClients, [
    { clientId: 5, clientNm: 'Lindqvist' },
    { clientId: 6, clientNm: 'Meridian' },
  ])
  signInAs({ internalUserFlg: true })
})

async function openPage() {
  const page = renderPage('/content-authenticated/database-maintenance/identity-providers')
  await screen.findByRole('heading', { name: 'Identity providers', level: 1 })
  return page
}
type Visitor = Awaited<ReturnType<typeof openPage>>['person']
const act = async (person: Visitor, entry: string) => {
  await person.click(await screen.findByRole('button', { name: 'Actions for Lindqvist ID' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog'))
}

test('each is listed with its employers and the end of its certificate, and the navigation links here (DBMT-063..065)', async () => {
  await openPage()
  const row = within(await screen.findByRole('row', { name: /Lindqvist ID/ }))
  expect(row.getByText('Lindqvist')).toBeDefined()
  expect(row.getByText(/^03\/01\/2027/)).toBeDefined()
  const here = within(await screen.findByRole('navigation', { name: 'Administration screens' })).getByRole('link', {
    name: 'Identity providers',
  })
  expect(here.getAttribute('aria-current')).toBe('page')
})

test('one is added by its metadata; missing fields are reported before the request', async () => {
  answer(saveSamlIdentityProvider, { samlIdentityProviderId: 4 })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Add identity provider' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add identity provider' }))
  await person.click(dialog.getByRole('button', { name: 'Save identity provider' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Please enter valid values')
  expect(requestsTo(saveSamlIdentityProvider)).toHaveLength(0)
  await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'Meridian ID')
  await person.type(dialog.getByRole('textbox', { name: 'Metadata' }), '<EntityDescriptor/>')
  await person.click(dialog.getByRole('button', { name: 'Save identity provider' }))
  await dialog.findByText('Identity provider added.')
  expect(requestsTo(saveSamlIdentityProvider)[0]?.body).toMatchObject({
    samlIdentityProviderNm: 'Meridian ID',
    metadataTxt: '<EntityDescriptor/>',
  })
})

test('each attribute is sent as the one that I entered it for', async () => {
  answer(saveSamlIdentityProvider, { samlIdentityProviderId: 3 })
  const { person } = await openPage()
  const dialog = await act(person, 'Edit')
  await person.type(dialog.getByRole('textbox', { name: 'Email attribute' }), 'mail')
  await person.type(dialog.getByRole('textbox', { name: 'First name attribute' }), 'givenName')
  await person.type(dialog.getByRole('textbox', { name: 'Last name attribute' }), 'sn')
  await person.click(dialog.getByRole('button', { name: 'Save identity provider' }))
  await waitFor(() => expect(requestsTo(saveSamlIdentityProvider)).toHaveLength(1))
  expect(requestsTo(saveSamlIdentityProvider)[0]?.body).toEqual({
    samlIdentityProviderId: 3,
    version: 7,
    samlIdentityProviderNm: 'Lindqvist ID',
    signOutUrlTxt: null,
    emailAttributeNm: 'mail',
    firstNmAttributeNm: 'givenName',
    lastNmAttributeNm: 'sn',
  })
})

test('an attribute with a space in its name is refused at its field, before the request', async () => {
  const { person } = await openPage()
  const dialog = await act(person, 'Edit')
  await person.type(dialog.getByRole('textbox', { name: 'First name attribute' }), 'given name')
  await person.click(dialog.getByRole('button', { name: 'Save identity provider' }))
  await dialog.findByText('That is not a valid pattern format')
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'First name attribute' }))
  expect(requestsTo(saveSamlIdentityProvider)).toHaveLength(0)
})

test('the server’s error for the metadata shows at its field', async () => {
  const message = 'This metadata is refused: it has no certificate.'
  refuse(saveSamlIdentityProvider, 422, message, [{ field: 'metadataTxt', message }])
  const { person } = await openPage()
  const dialog = await act(person, 'Edit')
  await person.type(dialog.getByRole('textbox', { name: 'Metadata' }), '<x/>')
  await person.click(dialog.getByRole('button', { name: 'Save identity provider' }))
  await dialog.findByText(message)
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Metadata' }))
})

test('its employers are chosen by name', async () => {
  answer(saveSamlIdentityProviderEmployers, null)
  const { person } = await openPage()
  const dialog = await act(person, 'Choose employers')
  await person.click(dialog.getByRole('combobox', { name: 'Employers' }))
  await person.click(await dialog.findByRole('option', { name: 'Meridian' }))
  await person.click(dialog.getByRole('button', { name: 'Save employers' }))
  await dialog.findByText('Employers saved.')
  expect(requestsTo(saveSamlIdentityProviderEmployers)[0]?.body).toEqual({ employerIdList: [5, 6], version: 7 })
})

test('employers that a colleague has added meanwhile stay beside mine', async () => {
  answer(listSharingClients, [
    { clientId: 5, clientNm: 'Lindqvist' },
    { clientId: 6, clientNm: 'Meridian' },
    { clientId: 7, clientNm: 'Atlas' },
  ])
  const { person } = await openPage()
  const dialog = await act(person, 'Choose employers')
  await person.click(dialog.getByRole('combobox', { name: 'Employers' }))
  await person.click(await dialog.findByRole('option', { name: 'Meridian' }))
  refuse(saveSamlIdentityProviderEmployers, 409, 'Grace Hopper has changed this.', {
    changedByNm: 'Grace Hopper',
    changedDt: '2026-03-04T09:30:00.000Z',
  })
  answer(listSamlIdentityProviders, [{ ...lindqvist, employerIdList: [5, 7], version: 8 }])
  await person.click(dialog.getByRole('button', { name: 'Save employers' }))
  await dialog.findByRole('row', { name: 'Employers Lindqvist Lindqvist, Atlas' })
  expect(dialog.queryByText(/^You changed these too/)).toBeNull()
  answer(saveSamlIdentityProviderEmployers, null)
  await person.click(dialog.getByRole('button', { name: 'Save employers' }))
  await dialog.findByText('Employers saved.')
  expect(requestsTo(saveSamlIdentityProviderEmployers).at(-1)?.body).toEqual({ employerIdList: [5, 7, 6], version: 8 })
})

test('deleting one asks first and lists the affected employers; it can be taken back', async () => {
  answer(deleteSamlIdentityProvider, { undoId: 12, undoUntilDt: new Date() })
  answer(restoreSamlIdentityProvider, null)
  const { person } = await openPage()
  const dialog = await act(person, 'Delete')
  expect(dialog.getByText(/^Users of 1 employer can no longer sign in with their company account/)).toBeDefined()
  answer(listSamlIdentityProviders, [])
  await person.click(dialog.getByRole('button', { name: 'Delete identity provider' }))
  await screen.findByText('No identity providers yet')
  await waitFor(() => expect(requestsTo(deleteSamlIdentityProvider)).toHaveLength(1))
  expect(requestsTo(deleteSamlIdentityProvider)[0]?.search).toBe('?version=7')
  answer(listSamlIdentityProviders, [lindqvist])
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('The identity provider is back.')
  expect(requestsTo(restoreSamlIdentityProvider)[0]?.body).toEqual({ undoId: 12 })
})

const tested: SignInTest = {
  kindCd: 'saml',
  samlIdentityProviderNm: 'Lindqvist ID',
  startedDt: new Date('2026-11-23T12:00:00Z'),
  answeredDt: new Date('2026-11-23T12:01:00Z'),
  outcomeCd: 'signs-in',
  checks: signInTestChecks.map((checkCd) => ({
    checkCd,
    resultCd: 'passed',
    reasonCd: null,
    foundTxt: null,
    expectedTxt: null,
  })),
  nameIdTxt: 'nils',
  nameIdFormatTxt: null,
  attributes: [{ attributeNm: 'groups', values: ['Finance', 'Staff'] }],
  user: { userNm: 'nsoder', fullNm: 'Nils Söderström', emailAddress: 'nils@lindqvist.test', clientNm: 'Lindqvist' },
}
async function openResult() {
  const page = renderPage('/content-authenticated/database-maintenance/identity-providers?test=12')
  await screen.findByRole('heading', { name: 'Test sign-in at Lindqvist ID', level: 1 })
  return page
}

describe('a test sign-in', () => {
  afterEach(() => vi.restoreAllMocks())

  test('opens the provider in a new tab', async () => {
    const replace = vi.fn<(url: string) => void>()
    const tab = { opener: window, document: document.implementation.createHTMLDocument(), location: { replace } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    answer(startSignInTest, { signInTestId: 12, urlTxt: 'https://id.lindqvist.example/sso?SAMLRequest=x' })
    const { person } = await openPage()
    const dialog = await act(person, 'Test sign-in')
    await person.click(dialog.getByRole('button', { name: 'Open identity provider' }))
    await dialog.findByText('The result appears in the new tab.')
    expect(replace.mock.calls).toEqual([['https://id.lindqvist.example/sso?SAMLRequest=x']])
    expect(tab.opener).toBeNull()
  })

  test('that the browser blocks is not started, and the page says what to do', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { person } = await openPage()
    const dialog = await act(person, 'Test sign-in')
    await person.click(dialog.getByRole('button', { name: 'Open identity provider' }))
    await dialog.findByText(/^Your browser blocked the new tab/)
    expect(requestsTo(startSignInTest)).toHaveLength(0)
  })

  test('that would succeed says whom it would sign in, and shows what was received', async () => {
    answer(getSignInTest, tested)
    await openResult()
    await screen.findByText('It would sign in Nils Söderström, user ID nsoder, of Lindqvist.')
    const checks = within(screen.getByRole('table', { name: 'Checks' }))
    expect(checks.getAllByText('Passed')).toHaveLength(signInTestChecks.length)
    within(screen.getByRole('table', { name: 'Received attributes' })).getByText('Finance, Staff')
    screen.getByRole('link', { name: 'All identity providers' })
  })

  test('says where an attribute came without a value', async () => {
    answer(getSignInTest, { ...tested, attributes: [{ attributeNm: 'groups', values: [] }] })
    await openResult()
    const received = within(await screen.findByRole('table', { name: 'Received attributes' }))
    expect(received.getByRole('row', { name: /groups/ }).textContent).toBe('groupsNone')
  })

  test('that would be refused says at which check, with what to do, and that the values are anyone’s', async () => {
    const checks = tested.checks.map((check) =>
      check.checkCd === 'SIGNATURE'
        ? { ...check, resultCd: 'failed' as const, reasonCd: 'bad_signature' as const }
        : check,
    )
    answer(getSignInTest, { ...tested, checks, outcomeCd: 'refused', user: null })
    await openResult()
    await screen.findByText('This sign-in would be refused')
    await screen.findByText(/^Signature: The assertion isn’t signed with the certificate on file/)
    await screen.findByText('The signature isn’t valid: anyone could have written these values.')
  })

  test('without an answer, or that is over, says what to do', async () => {
    answer(getSignInTest, { ...tested, answeredDt: null, checks: [], user: null })
    await openResult()
    await screen.findByText(/^No answer has arrived yet/)
    refuse(getSignInTest, 404, 'This test is no longer available. Start a new one.')
    renderPage('/content-authenticated/database-maintenance/identity-providers?test=13')
    await screen.findByText('This test is no longer available. Start a new one.')
  })
})

describe('the company directory', () => {
  test('is not shown where there is none', async () => {
    await openPage()
    expect(screen.queryByRole('heading', { name: 'Company directory' })).toBeNull()
  })

  test('of LDAP is tried with a user ID and a password, and I come to the result', async () => {
    answer(getCompanyDirectory, directory)
    answer(testDirectoryPassword, { signInTestId: 12 })
    const checks = [
      { checkCd: 'PASSWORD', resultCd: 'failed', reasonCd: 'wrong_password', foundTxt: null, expectedTxt: null },
    ]
    answer(getSignInTest, { ...tested, kindCd: 'ldap', checks, outcomeCd: 'refused', user: null } as SignInTest)
    const { person } = await openPage()
    await screen.findByRole('heading', { name: 'Company directory' })
    screen.getByText('Everyone')
    screen.getByText('email = mail')
    await person.click(screen.getByRole('button', { name: 'Test sign-in' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByRole('textbox', { name: 'User ID' }), 'grace')
    await person.type(dialog.getByLabelText('Password', { selector: 'input' }), 'secret')
    await person.click(dialog.getByRole('button', { name: 'Run test' }))
    await screen.findByText(/^Password: Check the password/)
    screen.getByText('The directory refused the password.')
    expect(screen.queryByText('Name ID')).toBeNull()
    expect(requestsTo(testDirectoryPassword)).toMatchObject([{ body: { userNm: 'grace', password: 'secret' } }])
  })

  test('of OpenID Connect opens the provider in a new tab', async () => {
    const replace = vi.fn<(url: string) => void>()
    const tab = { opener: window, document: document.implementation.createHTMLDocument(), location: { replace } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    answer(getCompanyDirectory, { ...directory, kindCd: 'oidc', addressTxt: 'https://login.example.test/' })
    answer(startDirectoryTest, { signInTestId: 12, urlTxt: 'https://login.example.test/authorize?state=x' })
    const { person } = await openPage()
    await person.click(await screen.findByRole('button', { name: 'Test sign-in' }))
    await person.click(await screen.findByRole('button', { name: 'Open identity provider' }))
    await screen.findByText('The result appears in the new tab.')
    expect(replace.mock.calls).toEqual([['https://login.example.test/authorize?state=x']])
    vi.restoreAllMocks()
  })

  test('of a proxy cannot be tested, and the button says why', async () => {
    answer(getCompanyDirectory, { ...directory, kindCd: 'trusted-proxy', addressTxt: '10.0.0.5' })
    await openPage()
    const button = await screen.findByRole('button', { name: /Test sign-in/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
