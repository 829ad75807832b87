import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  addLicenseVersion,
  countLicenseUsers,
  endClientLicense,
  getLicenseOptions,
  getLicenseVersion,
  type LicenseVersion,
  listLicenses,
  withdrawLicenseAsk,
} from '@portico/contract/licenses/licenses.ts'
import { listTextClients } from '@portico/contract/texts/resource-texts.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import '../../patterns/RichTextEditor.tsx'
import './LicensesPage.tsx'
import './LicensePage.tsx'
import './LicenseDialog.tsx'
import { licenseBody, licenseValues } from './license-form.ts'

const ADDRESS = '/content-authenticated/database-maintenance/licenses'

const license: LicenseVersion = {
  licenseId: 4,
  clientId: 3,
  clientNm: 'Meridian',
  version: 2,
  stateCd: 'in-force',
  createdDt: new Date('2026-11-20T12:00:00Z'),
  createdByNm: 'Grace Hopper',
  texts: [
    { languageCd: 'en', titleTxt: 'Terms', contentTxt: '<p>Be kind.</p>' },
    { languageCd: 'de', titleTxt: 'Regeln', contentTxt: '<p>Seien Sie nett.</p>' },
  ],
  endedDt: null,
  endedByNm: null,
  askedDt: null,
  versionCnt: 2,
  versions: [],
}
const versionOf = ({ licenseId, version, stateCd, createdDt, createdByNm }: LicenseVersion) => ({
  licenseId,
  version,
  stateCd,
  titleTxt: 'Terms',
  createdDt,
  createdByNm,
  asksAgainFlg: false,
  askWithdrawnFlg: false,
})
const first: LicenseVersion = { ...license, licenseId: 2, version: 1, stateCd: 'replaced', createdByNm: null }
const show = (one: LicenseVersion, ...versions: LicenseVersion[]) =>
  answer(getLicenseVersion, { ...one, versions: versions.map(versionOf) })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(getLicenseOptions, { mayChangeFlg: true })
  answer(countLicenseUsers, { acceptedCnt: 1200, askedCnt: 340 })
  const {
    texts: _texts,
    endedDt: _dt,
    endedByNm: _nm,
    askedDt: _at,
    versionCnt: _cnt,
    versions: _all,
    ...about
  } = license
  const row = { ...about, titleTxt: 'Terms', languageList: ['en' as const, 'de' as const] }
  answer(listLicenses, [{ ...row, licenseId: 1, clientId: null, clientNm: null, titleTxt: 'Terms of use' }, row], {
    headers: { 'x-total-count': '2' },
  })
  show(license, license, first)
  signInAs({ internalUserFlg: true })
})

async function openDialog(button: string, title: string, address = `${ADDRESS}/4`) {
  const page = renderPage(address)
  await page.person.click(await screen.findByRole('button', { name: button }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

test('the list shows the default and each client’s own license, which open', async () => {
  const { person, address } = renderPage(ADDRESS)
  const rows = await screen.findAllByRole('row')
  expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Default', 'Meridian'])
  within(rows[2] as HTMLElement).getByText('English, German')
  await person.click(within(rows[2] as HTMLElement).getByRole('link', { name: /Meridian/ }))
  await waitFor(() => expect(address()).toBe(`${ADDRESS}/4`))
})

test('I read a license in each language, and who wrote which version', async () => {
  const { person } = renderPage(`${ADDRESS}/4`)
  await screen.findByRole('heading', { name: 'License of Meridian' })
  screen.getByText(/^Version 2, written .*, Grace Hopper\. Users accept this version\.$/)
  screen.getByText('Be kind.')
  await person.click(screen.getByRole('radio', { name: 'German' }))
  const text = screen.getByRole('region', { name: 'Regeln' })
  expect(text.lang).toBe('de')
  within(text).getByText('Seien Sie nett.')
  within(screen.getByRole('table', { name: 'Versions' })).getByRole('row', { name: /Replaced/ })
})

test('a version that was replaced is read, and not written on', async () => {
  show(first, license, first)
  renderPage(`${ADDRESS}/2`)
  await screen.findByText(/A later version is in its place\.$/)
  expect(screen.queryByRole('button', { name: 'Write new version' })).toBeNull()
})

test('I write a new version with a preview in both languages, and ask the users again whose number I read', async () => {
  const { person, dialog, address } = await openDialog('Write new version', 'New version of the license of Meridian')
  const title = dialog.getByRole('textbox', { name: /^Title in German/ })
  await person.clear(title)
  await person.type(title, 'Neue Regeln')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  await person.click(preview.getByRole('radio', { name: 'German' }))
  preview.getByRole('article', { name: 'Neue Regeln' })
  await dialog.findByText(/^1,200 users have accepted a license so far and would be asked/)
  const ask = dialog.getByRole<HTMLInputElement>('checkbox', {
    name: 'Also ask users who have accepted a license before',
  })
  expect(ask.checked).toBe(false)
  await person.click(ask)
  const save = dialog.getByRole('button', { name: 'Save version' })
  await person.click(save)
  const question = within(await screen.findByRole('dialog', { name: 'Ask users again?' }))
  question.getByText('1,200 users will be asked to accept this version at their next sign-in.')
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  await person.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ask users again?' })).toBeNull())
  expect(requestsTo(addLicenseVersion)).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(save))
  answer(addLicenseVersion, { licenseId: 9 }, { message: 'The new version is in force.' })
  const next = { ...license, licenseId: 9, version: 3 }
  show({ ...license, stateCd: 'replaced' }, next, { ...license, stateCd: 'replaced' }, first)
  await person.click(save)
  await person.click(await screen.findByRole('button', { name: 'Save and ask again' }))
  await screen.findByText('The new version is in force.')
  expect(requestsTo(addLicenseVersion)[0]?.body).toEqual({
    clientId: 3,
    replacesId: 4,
    languageCd: 'en',
    texts: [
      { languageCd: 'en', titleTxt: 'Terms', contentTxt: '<p>Be kind.</p>' },
      { languageCd: 'de', titleTxt: 'Neue Regeln', contentTxt: '<p>Seien Sie nett.</p>' },
    ],
    asksAgainFlg: 'Y',
  })
  show(next, next, { ...license, stateCd: 'replaced' }, first)
  await waitFor(() => expect(address()).toBe(`${ADDRESS}/9`), { timeout: 5000 })
})

test('without asking again a version is saved at once', async () => {
  const { person, dialog } = await openDialog('Write new version', 'New version of the license of Meridian')
  await person.type(dialog.getByRole('textbox', { name: /^Title in English/ }), ' 2')
  answer(addLicenseVersion, { licenseId: 9 }, { message: 'The new version is in force.' })
  const next = { ...license, licenseId: 9, version: 3 }
  show(next, next, { ...license, stateCd: 'replaced' }, first)
  await person.click(dialog.getByRole('button', { name: 'Save version' }))
  await screen.findByText('The new version is in force.')
  expect(requestsTo(addLicenseVersion)[0]?.body).toMatchObject({ asksAgainFlg: 'N' })
})

test('I withdraw a question that was set by mistake, and read how many users that spares', async () => {
  const asking = { ...license, askedDt: license.createdDt }
  show(asking, asking, first)
  const { person, dialog } = await openDialog('Stop asking again', 'Stop asking again')
  screen.getByText(/Users who accepted before .* are asked again\.$/)
  await dialog.findByText(/^340 users who accepted an earlier version won’t be asked any longer\./)
  answer(withdrawLicenseAsk, null, { message: 'Users who accepted an earlier version aren’t asked any longer.' })
  answer(getLicenseVersion, {
    ...license,
    versions: [{ ...versionOf(license), asksAgainFlg: true, askWithdrawnFlg: true }, versionOf(first)],
  })
  await person.click(dialog.getByRole('button', { name: 'Stop asking again' }))
  await screen.findAllByText('Users who accepted an earlier version aren’t asked any longer.')
  await screen.findByText('Withdrawn')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
  expect(screen.queryByRole('button', { name: 'Stop asking again' })).toBeNull()
})

test('of a license with more versions than are shown, a sentence says how many there are', async () => {
  answer(getLicenseVersion, { ...license, versionCnt: 1200, versions: [versionOf(license), versionOf(first)] })
  renderPage(`${ADDRESS}/4`)
  await screen.findByText('Versions shown: the newest 2 of 1,200.')
})

test('a language without a title or a text is named at its field', async () => {
  const { person, dialog } = await openDialog('Write new version', 'New version of the license of Meridian')
  await person.clear(dialog.getByRole('textbox', { name: /^Title in English/ }))
  await person.click(dialog.getByRole('button', { name: 'Save version' }))
  await dialog.findByText('Enter a title.')
  expect(requestsTo(addLicenseVersion)).toHaveLength(0)
})

test('a version that another administrator has written meanwhile comes before mine', async () => {
  const { person, dialog } = await openDialog('Write new version', 'New version of the license of Meridian')
  const message = 'Ada Lovelace has changed this license. Load the current version, then save again.'
  refuse(addLicenseVersion, 409, message, { changedByNm: 'Ada Lovelace', changedDt: '2026-11-21T10:00:00Z' })
  const title = dialog.getByRole('textbox', { name: /^Title in English/ })
  await person.type(title, ' 2')
  await person.click(dialog.getByRole('button', { name: 'Save version' }))
  await dialog.findByText(new RegExp(`^${message}`))
})

test('the first license of a client needs the client', async () => {
  const { person, dialog } = await openDialog('Add license of a client', 'Add license of a client', ADDRESS)
  await person.click(dialog.getByRole('button', { name: 'Save version' }))
  await dialog.findAllByText('Choose a client.')
  answer(listTextClients, [{ clientId: 6, clientNm: 'Harbor' }])
  await person.type(dialog.getByRole('combobox', { name: /License of/ }), 'Har')
  await person.click(await screen.findByRole('option', { name: 'Harbor' }))
  await dialog.findByText(/^1,200 users have accepted/)
  expect(requestsTo(countLicenseUsers).at(-1)?.search).toBe('?clientId=6')
})

test('I end a client’s own license and choose whether its users accept the default', async () => {
  const { person, dialog } = await openDialog('End license', 'End license')
  await person.click(dialog.getByRole('checkbox', { name: 'Ask users to accept the default' }))
  answer(endClientLicense, null, { message: 'The license has ended. The default holds again.' })
  const ended = {
    ...license,
    stateCd: 'ended' as const,
    endedDt: new Date('2026-11-22T12:00:00Z'),
    endedByNm: 'Ada Lovelace',
  }
  show(ended, ended, first)
  await person.click(dialog.getByRole('button', { name: 'End license' }))
  await screen.findAllByText('The license has ended. The default holds again.')
  expect(requestsTo(endClientLicense)[0]?.body).toEqual({ asksAgainFlg: 'Y' })
  await screen.findByText(/Ended: .*, Ada Lovelace\. Users accept the default\.$/)
  await screen.findByRole('button', { name: 'Write new version', hidden: true })
  expect(licenseBody(licenseValues(ended), ended)).toMatchObject({ replacesId: null, followsId: ended.licenseId })
})

test('who may only read sees why they cannot write', async () => {
  answer(getLicenseOptions, { mayChangeFlg: false })
  const { person } = renderPage(`${ADDRESS}/4`)
  const write = await screen.findByRole('button', { name: 'Write new version' })
  await person.click(write)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(write.getAttribute('aria-disabled') ?? write.hasAttribute('disabled')).toBeTruthy()
})
