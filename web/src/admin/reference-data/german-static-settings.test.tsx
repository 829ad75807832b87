import { screen, waitFor, within } from '@testing-library/react'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import {
  countClassificationValueUses,
  countSecurityQuestionUses,
  listClassificationTypeRows,
  listClassificationValueRows,
  listSecurityQuestionRows,
} from '@portico/contract/reference-data/reference-data.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { rememberLanguage } from '../../api/language.ts'
import { replaceLanguage } from '../../api/texts.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './StaticSettingsPage.tsx'

const german = shippedTexts.de
const question = {
  securityQuestionId: 4,
  securityQuestionDscTxt: 'What was the make of your first car?',
  displayOrderSeqCnt: 4,
  version: 1,
}
const own = { ...question, securityQuestionId: 7, securityQuestionDscTxt: 'Which ship?', displayOrderSeqCnt: 7 }
const SHOWN = 'Welche Marke hatte Ihr erstes Auto?'

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listSecurityQuestionRows, [question, own], { headers: { 'x-total-count': '2' } })
  answer(countSecurityQuestionUses, [{ usedByNm: 'Benutzer', usageCnt: 0, lostFlg: false }])
  signInAs({ internalUserFlg: true })
  answer(getOwnTexts, { languageCd: 'de', texts: {} })
  answer(getApplicationResources, german)
})
afterEach(() => {
  replaceLanguage('en', {})
  rememberLanguage(null)
})

const open = (category: string) =>
  renderPage(`/content-authenticated/database-maintenance/static-settings?category=${category}`).person
const act = async (person: ReturnType<typeof open>, name: string, entry: string) => {
  await person.click(await screen.findByRole('button', { name: `Aktionen für ${name}` }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog'))
}

test('I read shipped rows as every German reader does, and those that an administrator worded as they are', async () => {
  const person = open('db-secure-questions')
  expect(await screen.findByRole('row', { name: /Welche Marke hatte Ihr erstes Auto/ })).toBeDefined()
  expect(screen.getByRole('row', { name: /Which ship\?/ })).toBeDefined()
  const dialog = await act(person, SHOWN, german.reference_delete)
  expect(dialog.getByText(new RegExp(`^„${SHOWN.replace('?', '\\?')}“ wird gelöscht`))).toBeDefined()
})

test('I edit the stored text and see who reads which wording, until I change it', async () => {
  const person = open('db-secure-questions')
  const dialog = await act(person, SHOWN, german.reference_edit)
  const field = dialog.getByRole('textbox', { name: 'Frage' })
  expect(field).toHaveProperty('value', question.securityQuestionDscTxt)
  const hint = `Alle lesen diesen mitgelieferten Text in ihrer Sprache, bis Sie ihn ändern. In Ihrer Sprache lautet er: „${SHOWN}“`
  expect(dialog.getByText(hint)).toBeDefined()
  await person.type(field, '!')
  expect(dialog.queryByText(hint)).toBeNull()
})

test('a row that an administrator worded has no such hint', async () => {
  const person = open('db-secure-questions')
  const dialog = await act(person, 'Which ship?', german.reference_edit)
  expect(dialog.queryByText(/mitgelieferten/)).toBeNull()
})

test('the kind of a value is found by its German name', async () => {
  const types = [
    { classificationTypeId: 1, descriptionTxt: 'Statuses of a user', classificationTypeCd: 'USER_STATUS' },
    { classificationTypeId: 2, descriptionTxt: 'Types of an announcement', classificationTypeCd: 'SYSTEM_ANNC_TYPE' },
  ]
  answer(
    listClassificationTypeRows,
    types.map((type) => ({ ...type, protectedFlg: true, version: 1 })),
  )
  answer(listClassificationValueRows, [], { headers: { 'x-total-count': '0' } })
  answer(countClassificationValueUses, [])
  const person = open('clasfn-value')
  await person.click(await screen.findByRole('button', { name: 'Klassifikationswert hinzufügen' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('combobox', { name: 'Art' }), 'mitteilung')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Status eines Benutzers' })).toBeNull())
  expect(screen.getByRole('option', { name: 'Arten einer Mitteilung' })).toBeDefined()
})
