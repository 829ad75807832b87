import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  type AttributePaths,
  getDirectoryAttributes,
  mappedFields,
  saveDirectoryAttributes,
  tryDirectoryAttributes,
} from '@portico/contract/scim/directory-attributes.ts'
import { listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, holdPages, openClientTab } from '../../../test/client-settings.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/ClientSettingsPage.tsx'
import './ClientDirectoryTab.tsx'

const usual = Object.fromEntries(mappedFields.map((field) => [field, ''])) as AttributePaths
const changedDt = new Date('2026-11-02T10:00:00Z')

beforeEach(() => {
  answerClientSettings()
  holdPages('Client Settings', 'User Administration')
  answer(getDirectoryAttributes, {
    paths: { ...usual, costCenter: 'title' },
    version: 2,
    versions: [
      { versionNr: 2, paths: { ...usual, costCenter: 'title' }, changedDt, changedByNm: 'Grace Hopper' },
      { versionNr: 1, paths: usual, changedDt, changedByNm: null },
    ],
  })
})

const openAttributes = () => openClientTab('directory-attributes')

test('I read which attribute fills which field, and what was chosen by whom', async () => {
  await openAttributes()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Cost center/ })
  expect(field.value).toBe('title')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Last name/ }).placeholder).toBe('name.familyName')
  screen.getByText(/^Which attribute of the directory of Meridian/)
  screen.getByText(/, by Grace Hopper$/)
  screen.getByText((_text, element) => element?.tagName === 'LI' && element.textContent === 'Cost center: title')
  screen.getByText('Every field by its usual attribute.')
})

test('I choose an attribute by keyboard, and read at its field why another one is refused', async () => {
  const { person: user } = await openAttributes()
  const field = await screen.findByRole('textbox', { name: /^Job title/ })
  refuse(saveDirectoryAttributes, 422, 'Check the path.', [{ field: 'jobTitleDscTxt', message: 'Check the path.' }])
  await user.type(field, 'nothing{Enter}')
  await screen.findByText('Check the path.')
  answer(saveDirectoryAttributes, null, { message: 'Saved.' })
  await user.clear(field)
  await user.type(field, 'userType{Enter}')
  await screen.findByText('Saved.')
  expect(requestsTo(saveDirectoryAttributes).at(-1)?.body).toEqual({
    ...usual,
    costCenter: 'title',
    jobTitleDscTxt: 'userType',
    version: 2,
  })
})

test('I try a body with the attributes of the form, field by field', async () => {
  const row = { pathTxt: 'title', sentTxt: 'Clerk', storedTxt: 'Clerk', outcomeCd: 'stored' as const, reasonTxt: '' }
  answer(tryDirectoryAttributes, [
    { ...row, fieldCd: 'costCenter' },
    { ...row, fieldCd: 'firstNm', sentTxt: '', storedTxt: '', outcomeCd: 'refused', reasonTxt: 'Enter a name.' },
    { ...row, fieldCd: 'homePhone', sentTxt: '', storedTxt: '', outcomeCd: 'empty' },
    { ...row, fieldCd: 'faxNum', storedTxt: '', outcomeCd: 'left-out', reasonTxt: 'Enter 10 digits.' },
  ])
  const { person: user } = await openAttributes()
  await user.click(await screen.findByRole('textbox', { name: /^Body of a person/ }))
  await user.paste('{"userName": "ann"}')
  await user.click(screen.getByRole('button', { name: 'Try attributes' }))
  const table = within(await screen.findByRole('table', { name: 'What the account would get' }))
  within(table.getByRole('row', { name: /^Cost center/ })).getByText('Stored')
  within(table.getByRole('row', { name: /^First name/ })).getByText('Person refused: Enter a name.')
  within(table.getByRole('row', { name: /^Home phone/ })).getByText('No value')
  within(table.getByRole('row', { name: /^Fax/ })).getByText('Left out: Enter 10 digits.')
  expect(requestsTo(tryDirectoryAttributes)[0]?.body).toEqual({
    ...usual,
    costCenter: 'title',
    bodyTxt: '{"userName": "ann"}',
    requestId: null,
  })
})

test('what I tried before is gone once another try is refused', async () => {
  answer(tryDirectoryAttributes, [
    {
      fieldCd: 'costCenter',
      pathTxt: 'title',
      sentTxt: 'Clerk',
      storedTxt: 'Clerk',
      outcomeCd: 'stored',
      reasonTxt: '',
    },
  ])
  const { person: user } = await openAttributes()
  const body = await screen.findByRole('textbox', { name: /^Body of a person/ })
  await user.click(body)
  await user.paste('{"userName": "ann"}')
  await user.click(screen.getByRole('button', { name: 'Try attributes' }))
  await screen.findByRole('table', { name: 'What the account would get' })
  refuse(tryDirectoryAttributes, 422, 'This is no JSON.', [{ field: 'bodyTxt', message: 'This is no JSON.' }])
  await user.type(body, '!')
  await user.click(screen.getByRole('button', { name: 'Try attributes' }))
  await screen.findByText('This is no JSON.')
  expect(screen.queryByRole('table', { name: 'What the account would get' })).toBeNull()
})

test('I try the person of one of the last requests, and read why one has none', async () => {
  const one = {
    requestDt: changedDt,
    methodCd: 'POST',
    pathTxt: '/Users',
    statusCd: 201,
    reasonCd: null,
    reasonTxt: null,
    durationMs: 8,
  }
  answer(
    listDirectoryRequests,
    [
      { ...one, requestId: 7, userNm: 'cai', bodyTxt: '{}' },
      { ...one, requestId: 6, pathTxt: '/Users?count=1', userNm: null, bodyTxt: null },
    ],
    { headers: { 'x-total-count': '2' } },
  )
  refuse(tryDirectoryAttributes, 422, 'Its person isn’t provided now.', [
    { field: 'requestId', message: 'Its person isn’t provided now.' },
  ])
  const { person: user } = await openAttributes()
  await user.click(await screen.findByRole('combobox', { name: 'Or the person of a request' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/POST \/Users · cai$/),
  ])
  await user.click(screen.getByRole('option', { name: /cai/ }))
  await user.click(screen.getByRole('button', { name: 'Try attributes' }))
  await screen.findByText('Its person isn’t provided now.')
  expect(requestsTo(tryDirectoryAttributes)[0]?.body).toMatchObject({ bodyTxt: '', requestId: 7 })
})
