import { describe, expect, test } from 'vitest'
import { type AnnouncementDraft, announcementIssues, plainTitle } from './announcement-rules.ts'
import { defaultTexts } from '../texts/texts.ts'

const earliest = '2026-02-28'
const today = '2026-03-01'
const draft = {
  title: 'Office closed',
  message: '<p>On Monday</p>',
  language: 'en',
  translations: [],
  kind: 'operational',
  audience: 'all',
  from: today,
  to: null,
} as const satisfies AnnouncementDraft

const issues = (changes: Partial<AnnouncementDraft>, before: { from: string; to: string | null } | null = null) =>
  announcementIssues({ ...draft, ...changes }, earliest, before).map(({ field, text }) => [field, defaultTexts[text]])

describe('an announcement', () => {
  test('that is complete has no issue', () => {
    expect(issues({})).toEqual([])
    expect(issues({ from: '2026-03-02', to: '2026-03-02' })).toEqual([])
  })

  test('needs a title, a message, a type, a user type and a start date, each said at its field (ANNC-052)', () => {
    expect(issues({ title: '', message: '', kind: undefined, audience: undefined, from: undefined })).toEqual([
      ['anncTitle', 'Enter a title.'],
      ['anncMessage', 'Enter a message.'],
      ['anncType', 'Select a type.'],
      ['userType', 'Select a user type.'],
      ['effectiveFromDt', 'Enter a start date.'],
    ])
  })

  test('whose message has formatting and no text is empty', () => {
    expect(issues({ message: '<p><br>&nbsp; \u00a0</p><ul><li></li></ul>' })).toEqual([
      ['anncMessage', 'Enter a message.'],
    ])
    expect(issues({ message: '<p>0</p>' })).toEqual([])
  })

  test('has a title of 200 and a message of 20,000 characters at most', () => {
    expect(issues({ title: 'x'.repeat(200), message: 'x'.repeat(20_000) })).toEqual([])
    expect(issues({ title: 'x'.repeat(201), message: 'x'.repeat(20_001) })).toEqual([
      ['anncTitle', 'Enter at most 200 characters.'],
      ['anncMessage', 'The message is too long. It may have 20,000 characters with its formatting.'],
    ])
  })

  test('has in each further language a title and a message, with the same limits, each said at its field', () => {
    const german = { language: 'de', title: 'Büro geschlossen', message: '<p>Am Montag</p>' } as const
    expect(issues({ translations: [german] })).toEqual([])
    expect(issues({ translations: [{ ...german, title: '', message: '<p></p>' }] })).toEqual([
      ['titleText-de', 'Enter a title.'],
      ['messageText-de', 'Enter a message.'],
    ])
    expect(issues({ translations: [{ ...german, title: 'x'.repeat(201), message: null }] })).toEqual([
      ['titleText-de', 'Enter at most 200 characters.'],
      ['messageText-de', 'The message is too long. It may have 20,000 characters with its formatting.'],
    ])
  })

  test('has one text in a language', () => {
    const german = { language: 'de', title: 'Büro geschlossen', message: '<p>Am Montag</p>' } as const
    const twice = [['titleText-de', 'This announcement already has a text in this language.']]
    expect(issues({ language: 'de', translations: [german] })).toEqual(twice)
    expect(issues({ translations: [german, german] })).toEqual(twice)
    expect(issues({ language: null, translations: [german] })).toEqual([])
  })

  test('starts on the earliest day or later (ANNC-053)', () => {
    expect(issues({ from: '2026-02-28' })).toEqual([])
    expect(issues({ from: '2026-02-27' })).toEqual([['effectiveFromDt', 'The start date can’t be earlier than today.']])
  })

  test('keeps the days that it has had before', () => {
    const before = { from: '2026-01-01', to: '2026-02-01' }
    expect(issues({ from: '2026-01-01', to: '2026-02-01' }, before)).toEqual([])
    expect(issues({ from: '2026-01-02', to: '2026-02-02' }, before)).toEqual([
      ['effectiveFromDt', 'The start date can’t be earlier than today.'],
      ['effectiveToDt', 'The end date can’t be earlier than today.'],
    ])
  })

  test('ends on its first day or later', () => {
    expect(issues({ from: '2026-03-05', to: '2026-03-05' })).toEqual([])
    expect(issues({ from: '2026-03-05', to: '2026-03-04' })).toEqual([
      ['effectiveToDt', 'The end date can’t be before the start date.'],
    ])
    expect(issues({ from: undefined, to: '2026-02-28' }, null).slice(1)).toEqual([])
    expect(issues({ from: undefined, to: '2026-02-27' }, null).slice(1)).toEqual([
      ['effectiveToDt', 'The end date can’t be earlier than today.'],
    ])
  })
})

test('a title is one line', () => {
  expect(plainTitle('  Office\r\nBcc: all@example.test\u2028\u0007closed ')).toBe('Office Bcc: all@example.test closed')
})
