import {
  changeSecurityQuestion,
  listClassificationValueRows,
  listPasswordRuleRows,
  listSecurityQuestionRows,
} from '@portico/contract/reference-data/reference-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let german: Browser
let english: Browser
beforeAll(async () => {
  portal = await startPortal()
  const readers = await Promise.all(['de', 'en'].map((language) => portal.make.user({ is_internal: true, language })))
  for (const reader of readers) await portal.make.adminPages(reader, ['Database Maintenance'])
  ;[german, english] = (await Promise.all(readers.map((one) => openSession(portal, one)))) as [Browser, Browser]
})
afterAll(() => portal.close())

const questions = async (browser: Browser, query: { keyword?: string; sort?: 'securityQuestionDscTxt' }) =>
  (await browser.call(listSecurityQuestionRows, { query })).map((row) => row.securityQuestionDscTxt)

const CAR = 'What was the make of your first car?'
const TOWN = 'In which town did your parents meet?'

test('a German administrator finds a shipped row by what a German reader reads and by what is stored, and gets it as it is stored; one that they reword is found by their words alone', async () => {
  expect(await questions(german, { keyword: 'welche marke' })).toEqual([CAR])
  expect(await questions(german, { keyword: 'make of your' })).toEqual([CAR])
  expect(await questions(english, { keyword: 'welche marke' })).toEqual([])
  const rules = await german.call(listPasswordRuleRows, { query: { keyword: 'oder „Portico“' } })
  expect(rules.map(({ typeCd }) => typeCd)).toEqual(['OWN_WORDS'])
  const [row] = await german.call(listSecurityQuestionRows, { query: { keyword: CAR } })
  if (!row) throw new Error('The question is not there')
  await german.call(changeSecurityQuestion, {
    params: { uid: german.userId, securityQuestionId: row.securityQuestionId },
    body: { securityQuestionDscTxt: 'Which ship?' },
  })
  expect(await questions(german, { keyword: 'welche marke' })).toEqual([])
  expect(await questions(german, { keyword: 'which ship' })).toEqual(['Which ship?'])
  await german.call(changeSecurityQuestion, {
    params: { uid: german.userId, securityQuestionId: row.securityQuestionId },
    body: { securityQuestionDscTxt: CAR },
  })
})

test('shipped rows stand in the order of what the reader reads', async () => {
  const sorted = { sort: 'securityQuestionDscTxt' } as const
  expect((await questions(english, sorted))[0]).toBe(TOWN)
  // 'In welchem Ort …' comes before 'Was …', 'Welche …', 'Welches …' and 'Wie …'.
  expect((await questions(german, sorted)).slice(0, 3)).toEqual([TOWN, 'What was your favorite book as a child?', CAR])
  const values = await german.call(listClassificationValueRows, { query: { sort: 'valueMediumNm' } })
  expect(values.slice(0, 3).map(({ valueMediumNm }) => valueMediumNm)).toEqual(['Expired', 'Active', 'All'])
})
