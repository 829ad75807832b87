import { expect, test } from 'vitest'
import { storedSentence } from './stored-words.ts'
import { formatMessage } from './format-message.ts'
import { jobOutcomeTexts } from '../jobs/job-outcome-texts.ts'
import { mailErrorTexts } from '../mail/mail-error-texts.ts'
import { placeholdersIn, sampleValues } from './text-rules.ts'

const table = { gone: '{count, number} rows deleted.', late: 'Late (again?): {error}', plain: 'Done.' }

test.each([
  ['12,345 rows deleted.', { key: 'gone', values: { count: 12_345 } }],
  ['Late (again?): no\nanswer', { key: 'late', values: { error: 'no\nanswer' } }],
  ['Done.', { key: 'plain', values: {} }],
  ['Done!', null],
  ['12 rows deleted. Done.', null],
])('the stored sentence %j is read', (stored, sentence) => {
  expect(storedSentence(table, stored)).toEqual(sentence)
})

test.each(Object.entries({ ...jobOutcomeTexts, ...mailErrorTexts }))(
  'the sentence %s is read back once it is stored',
  (key, text) => {
    expect(placeholdersIn(text).filter(({ isPlural }) => isPlural)).toEqual([])
    const values = sampleValues(text, 12_345)
    const stored = formatMessage(text as string, values as never, 'en')
    expect(storedSentence({ ...jobOutcomeTexts, ...mailErrorTexts }, stored)).toEqual({ key, values })
  },
)
