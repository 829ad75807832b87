import { listAnnouncementValues } from '@portico/contract/announcements/announcement-admin.ts'
import { listNotificationTypes } from '@portico/contract/account/account.ts'
import { askSecurityQuestion, getSecurityQuestions } from '@portico/contract/password/password.ts'
import { portalPageKey } from '@portico/contract/catalog/portal-page-key.ts'
import { shippedSentence } from '@portico/contract/texts/shipped-names.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { listUserStatuses } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import type { Portal } from '../../../test/portal.ts'

const { de: german } = shippedTexts

let portal: Portal
let reader: Browser
beforeAll(async () => {
  ;({ portal, browser: reader } = await startWithAdmin(['User Administration', 'System Announcements'], {
    language: 'de',
  }))
})
afterAll(() => portal.close())

test('every row that an empty database begins with has a text in each language', async () => {
  const rows = await portal.owner(`
    select medium_text as name from classification_values union select short_text from classification_values
    union select name from notification_types union select description from notification_types
    union select description from classification_types union select question from security_questions
    union select rule_text from password_rules`)
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter(({ name }) => shippedSentence(String(name), 'Portico') === null)).toEqual([])
  const pages = await portal.owner('select name from pages where system_id = 2')
  expect(pages.filter(({ name }) => portalPageKey(String(name)) === null)).toEqual([])
})

test('a German reader reads shipped questions, states and types in German', async () => {
  const questions = await reader.call(getSecurityQuestions, {})
  expect(questions.map((one) => one.securityQuestionDscTxt)).toContain(
    german.shipped_what_was_the_name_of_your_first_school,
  )
  const params = { uid: reader.userId }
  const types = await reader.call(listNotificationTypes, { params })
  expect(types.map((one) => one.notificationTypeNm).toSorted()).toEqual(['E-Mail', 'SMS'])
  const statuses = await reader.call(listUserStatuses, { params })
  expect(statuses.map((one) => one.valueMediumNm)).toEqual(['Aktiv', 'Inaktiv', 'Gelöscht'])
  const values = await reader.call(listAnnouncementValues, { params: { ...params, typeName: 'SYSTEM_ANNC_USER_TYPE' } })
  expect(values.map((one) => one.valueMediumNm).toSorted()).toEqual(['Alle', 'Externe', 'Interne'])
})

test('a question that an administrator has worded is read as it is, before and after the sign-in', async () => {
  const [row] = await portal.owner('select id, question from security_questions')
  if (!row) throw new Error('There are no security questions')
  await portal.owner('update security_questions set question = $2 where id = $1', [row.id, 'Which ship?'])
  const asked = (await reader.call(getSecurityQuestions, {})).find((one) => one.securityQuestionId === row.id)
  expect(asked?.securityQuestionDscTxt).toBe('Which ship?')
  await portal.owner('update security_questions set question = $2 where id = $1', [row.id, row.question])
  const visitor = portal.browser({ 'accept-language': 'de' })
  await visitor.openSignInPage()
  const { securityQuestionDscTxt } = await visitor.call(askSecurityQuestion, { body: { userNm: 'nobody' } })
  expect(Object.values(german)).toContain(securityQuestionDscTxt)
})
