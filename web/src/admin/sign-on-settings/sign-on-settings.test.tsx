import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  getSignOnSettings,
  listSignOnSystems,
  makeClientSecret,
  saveSignOnSettings,
  type SignOnSettings,
  dryRunSignOn,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { bea } from '../../../test/users.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './SignOnSettingsPage.tsx'

const portal = {
  metadataUrl: 'https://portal.example/metadata',
  signOnUrl: 'https://portal.example/sign-on',
  issuerUrl: 'https://portal.example/oidc',
}
const desk: SignOnSettings = {
  systemId: 8,
  systemNm: 'Service Desk',
  protocolCd: 'oidc',
  nameSourceCd: 'user-name',
  attributeList: [{ attributeNm: 'email', factCd: 'email' }],
  entityIdTxt: null,
  acsList: [],
  audienceTxt: null,
  nameIdFormatCd: 'unspecified',
  signedRequestsFlg: false,
  signingCertificateList: [],
  encryptionCertificateTxt: null,
  formOriginList: [],
  clientIdTxt: 'client-8',
  publicClientFlg: false,
  redirectUrlList: ['https://desk.example/callback'],
  backChannelLogoutUrlTxt: null,
  browserLogoutUrl: null,
  logoutFollowedUrlTxt: null,
  logoutOriginList: ['https://portal.example', 'https://desk.example'],
  logoutReturnUrlTxt: 'https://portal.example/logout?app=DESK',
  version: 3,
  systemVersion: 6,
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listSignOnSystems, {
    portal,
    systems: [{ systemId: 8, systemNm: 'Service Desk', protocolCd: 'oidc', applicationIdTxt: 'client-8' }],
  })
  answer(getSignOnSettings, desk)
  signInAs({ internalUserFlg: true })
})

async function openEntry(entry: string) {
  const { person } = renderPage('/content-authenticated/database-maintenance/single-sign-on')
  await screen.findByRole('heading', { name: 'Single sign-on', level: 1 })
  await person.click(await screen.findByRole('button', { name: 'Actions for Service Desk' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return { person, dialog: within(await screen.findByRole('dialog')) }
}

/** Any change: a form without one is not sent. */
const chooseSubject = async ({ person, dialog }: Awaited<ReturnType<typeof openEntry>>) =>
  person.selectOptions(await dialog.findByRole('combobox', { name: 'Subject (NameID or sub)' }), 'Email address')

test('systems are listed with their protocol, and the portal’s own addresses are there to copy (issue 13)', async () => {
  renderPage('/content-authenticated/database-maintenance/single-sign-on')
  const row = within(await screen.findByRole('row', { name: /Service Desk/ }))
  expect(row.getByText('OpenID Connect')).toBeDefined()
  expect(row.getByText('client-8')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(3)
})

test('another protocol shows its fields, and an error of the server stands at its field', async () => {
  const message = 'This entity ID belongs to Archive.'
  refuse(saveSignOnSettings, 422, message, [{ field: 'entityIdTxt', message }])
  const { person, dialog } = await openEntry('Edit settings')
  await person.selectOptions(await dialog.findByRole('combobox', { name: 'Protocol' }), 'SAML 2.0')
  await person.type(dialog.getByRole('textbox', { name: 'Entity ID' }), 'urn:desk')
  await person.type(dialog.getByRole('textbox', { name: 'ACS URLs' }), 'https://desk.example/acs 1')
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await dialog.findByText(message)
  expect(requestsTo(saveSignOnSettings)[0]?.body).toMatchObject({
    protocolCd: 'saml',
    entityIdTxt: 'urn:desk',
    acsList: [{ urlTxt: 'https://desk.example/acs', indexTxt: '1' }],
    attributeList: [{ attributeNm: 'email', factCd: 'email' }],
    version: 3,
  })
})

test('after a refused save the dialog has what another administrator saved, and what was typed here', async () => {
  const { person, dialog } = await openEntry('Edit settings')
  const address = await dialog.findByRole('textbox', { name: 'Back-channel logout URI' })
  await person.type(address, 'https://desk.example/logout')
  answer(getSignOnSettings, { ...desk, redirectUrlList: ['https://desk.example/new'], version: 4 })
  refuse(saveSignOnSettings, 409, 'Ada Lovelace changed these settings.')
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await dialog.findByDisplayValue('https://desk.example/new')
  expect((address as HTMLInputElement).value).toBe('https://desk.example/logout')
  expect(dialog.getByText('Ada Lovelace changed these settings.')).toBeDefined()
})

test('metadata comes from a file', async () => {
  const { person, dialog } = await openEntry('Edit settings')
  await person.selectOptions(await dialog.findByRole('combobox', { name: 'Protocol' }), 'SAML 2.0')
  await person.upload(
    dialog.getByLabelText('Choose metadata file', { selector: 'input' }),
    new File(['<EntityDescriptor/>'], 'metadata.xml', { type: 'text/xml' }),
  )
  await dialog.findByDisplayValue('<EntityDescriptor/>')
})

test('claims are rows: I add one and remove one by the keyboard, and they are sent as before', async () => {
  answer(saveSignOnSettings, { settings: desk, clientSecretTxt: null })
  const { person, dialog } = await openEntry('Edit settings')
  const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Name sent, row 1' })
  expect(name.value).toBe('email')
  dialog.getByRole('button', { name: 'Add row' }).focus()
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name sent, row 2' }))
  await person.keyboard('given_name')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What is sent, row 2' }), 'First name')
  dialog.getByRole('button', { name: 'Remove row 1' }).focus()
  await person.keyboard('{Enter}')
  expect(dialog.queryByRole('textbox', { name: 'Name sent, row 2' })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(requestsTo(saveSignOnSettings)[0]?.body).toMatchObject({
      attributeList: [{ attributeNm: 'given_name', factCd: 'first-name' }],
    }),
  )
})

test('after the last row is removed, the focus is on what adds one', async () => {
  const { person, dialog } = await openEntry('Edit settings')
  ;(await dialog.findByRole('button', { name: 'Remove row 1' })).focus()
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add row' }))
  expect(dialog.getByText('Nothing else is sent.')).toBeDefined()
})

test('a row without a name or a fact is reported before the request, at its field', async () => {
  // A name that the sentence has, too.
  answer(getSignOnSettings, { ...desk, attributeList: [{ attributeNm: 'name', factCd: 'display-name' }] })
  const { person, dialog } = await openEntry('Edit settings')
  await person.click(await dialog.findByRole('button', { name: 'Add row' }))
  await person.keyboard('phone')
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await dialog.findByText(/^Give each row a name/)
  const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
  expect(isInvalid(dialog.getByRole('combobox', { name: 'What is sent, row 2' }))).toBe(true)
  expect(isInvalid(dialog.getByRole('textbox', { name: 'Name sent, row 1' }))).toBe(false)
  expect(requestsTo(saveSignOnSettings)).toHaveLength(0)
})

test.each(['“full_name” is listed twice.', '„full_name“ ist zweimal aufgeführt.'])(
  'an error of the server about a claim stands at its row alone: %s',
  async (message) => {
    const attributeList: SignOnSettings['attributeList'] = [
      { attributeNm: 'name', factCd: 'display-name' },
      { attributeNm: 'full_name', factCd: 'display-name' },
    ]
    answer(getSignOnSettings, { ...desk, attributeList })
    refuse(saveSignOnSettings, 422, message, [{ field: 'attributeList', message }])
    const { person, dialog } = await openEntry('Edit settings')
    await chooseSubject({ person, dialog })
    await person.click(dialog.getByRole('button', { name: 'Save settings' }))
    await dialog.findByText(message)
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name sent, row 2' }))
    expect(dialog.getByRole('textbox', { name: 'Name sent, row 1' }).getAttribute('aria-invalid')).not.toBe('true')
  },
)

test.each([
  ['the invalid row', '“email” is listed twice.', { role: 'textbox', name: 'Name sent, row 1' }],
  ['what adds a row, where none is invalid', 'One is missing.', { role: 'button', name: 'Add row' }],
])('the link above the fields leads to %s', async (_, message, { role, name }) => {
  refuse(saveSignOnSettings, 422, 'Two fields are invalid.', [
    { field: 'redirectUrlList', message: 'It is not safe.' },
    { field: 'attributeList', message },
  ])
  const { person, dialog } = await openEntry('Edit settings')
  await chooseSubject({ person, dialog })
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await person.click(await dialog.findByRole('button', { name: 'Attributes or claims' }))
  expect(document.activeElement).toBe(dialog.getByRole(role, { name }))
})

test('the link above the fields leads to what a row lacks', async () => {
  const { person, dialog } = await openEntry('Edit settings')
  const address = await dialog.findByRole('textbox', { name: 'Back-channel logout URI' })
  fireEvent.change(address, { target: { value: 'x'.repeat(4001) } })
  await person.click(dialog.getByRole('button', { name: 'Add row' }))
  await person.keyboard('phone')
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await person.click(await dialog.findByRole('button', { name: 'Attributes or claims' }))
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'What is sent, row 2' }))
})

/** Only its button closes it: a secret that is not copied yet is lost then. */
async function expectShownOnce(person: Awaited<ReturnType<typeof openEntry>>['person'], secret: string) {
  const shown = within(await screen.findByRole('dialog', { name: 'Client secret of Service Desk' }))
  await shown.findByText(secret)
  expect(shown.getByText('Client ID').textContent).toBe('Client IDclient-8')
  expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Copy client ID' }))
  await person.keyboard('{Escape}')
  shown.getByText(secret)
  await person.click(shown.getByRole('button', { name: 'Copy client secret' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  await person.click(shown.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
}

test('a new client secret is made after a question, and shown once with the client ID', async () => {
  answer(makeClientSecret, { clientSecretTxt: 'only-now', version: 4 })
  const { person, dialog } = await openEntry('Make new client secret')
  await person.click(dialog.getByRole('button', { name: 'Make client secret' }))
  await expectShownOnce(person, 'only-now')
})

test('a client secret that a save makes is shown once with the new client ID', async () => {
  answer(getSignOnSettings, { ...desk, clientIdTxt: null, publicClientFlg: true })
  answer(saveSignOnSettings, { settings: desk, clientSecretTxt: 'made-now' })
  const { person, dialog } = await openEntry('Edit settings')
  await chooseSubject({ person, dialog })
  await person.click(dialog.getByRole('button', { name: 'Save settings' }))
  await expectShownOnce(person, 'made-now')
})

test('a dry run shows what would be sent and which gate the user lacks', async () => {
  answer(listUsers, { result: [bea], totalResults: 1 })
  answer(dryRunSignOn, {
    user: { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' },
    systemNm: 'Service Desk',
    protocolCd: 'oidc',
    pages: [
      {
        pageId: 9,
        pageNm: 'My Tickets',
        systemId: 8,
        systemNm: 'Service Desk',
        facilityCd: null,
        visibleFlg: false,
        linkEnabledFlg: true,
        gates: [
          { gateCd: 'PAGE_GRANTED', stateCd: 'failed' },
          { gateCd: 'INTERNAL_ONLY', stateCd: 'not-needed' },
          { gateCd: 'APPLICATION_GRANTED', stateCd: 'passed' },
        ],
      },
    ],
    checks: [{ checkCd: 'PERMISSION', passedFlg: false, detailTxt: '' }],
    sent: {
      nameTxt: 'bea.ivers',
      nameFormatTxt: null,
      issuerTxt: portal.issuerUrl,
      audienceTxt: 'client-8',
      recipientUrlTxt: 'https://desk.example/callback',
      notBeforeDt: new Date('2026-03-01T12:00:00Z'),
      notOnOrAfterDt: new Date('2026-03-01T12:10:00Z'),
      encryptedFlg: false,
      accountNm: null,
      attributes: [{ attributeNm: 'email', valueList: ['bea@example.test'] }],
    },
  })
  const { person, dialog } = await openEntry('Dry run')
  await person.click(dialog.getByRole('button', { name: 'Dry run' }))
  await dialog.findByText('Choose a user first.')
  await person.click(dialog.getByRole('combobox', { name: 'User' }))
  await person.click(await dialog.findByRole('option', { name: /Bea Ivers/ }))
  await person.click(dialog.getByRole('button', { name: 'Dry run' }))
  await dialog.findByText('Bea Ivers would not be signed in, or something would be missing.')
  dialog.getByText('The user may open a page of the application: The user has the page')
  expect(dialog.getAllByRole('row').at(-1)?.textContent).toContain('bea@example.test')
})

test('a dry run that ends after I have chosen another user is not shown as theirs', async () => {
  const gus = { ...bea, userId: 22, userNm: 'gus.moreau', firstNm: 'Gus', lastNm: 'Moreau' }
  answer(listUsers, { result: [bea, gus], totalResults: 2 })
  let finish: (found: DataOf<typeof dryRunSignOn>) => void = () => undefined
  answerAfter(dryRunSignOn, new Promise((resolve) => (finish = resolve)))
  const { person, dialog } = await openEntry('Dry run')
  const choose = async (name: RegExp) => {
    await person.click(dialog.getByRole('combobox', { name: 'User' }))
    await person.click(await dialog.findByRole('option', { name }))
  }
  await choose(/Bea Ivers/)
  await person.click(dialog.getByRole('button', { name: 'Dry run' }))
  await waitFor(() => expect(requestsTo(dryRunSignOn)).toHaveLength(1))
  // Its button says that it runs, and starts it no second time.
  expect(dialog.getByRole('button', { name: 'Dry run' }).getAttribute('aria-busy')).toBe('true')
  await person.click(dialog.getByRole('button', { name: 'Dry run' }))
  expect(requestsTo(dryRunSignOn)).toHaveLength(1)
  await choose(/Gus Moreau/)
  const user = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }
  const found = { user, systemNm: 'Service Desk', protocolCd: 'none' as const, pages: [], checks: [], sent: null }
  await act(async () => finish(found))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Dry run' }).getAttribute('aria-busy')).toBeNull())
  expect(dialog.queryByRole('table')).toBeNull()
  // That of the other user is shown.
  answer(dryRunSignOn, { ...found, user: { ...user, userId: 22, firstNm: 'Gus' } })
  await person.click(dialog.getByRole('button', { name: 'Dry run' }))
  await dialog.findByRole('table')
  expect(requestsTo(dryRunSignOn).map(({ body }) => body)).toEqual([{ userId: 21 }, { userId: 22 }])
})
