import { expect, test } from 'vitest'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { texts } from '../../api/texts.ts'
import { cronInWords } from './cron-words.ts'
import { durationInWords } from './job-words.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0,15,30,45 * * * *', 'Every 15 minutes'],
  ['*/7 * * * *', 'Every hour at minute 0, 7, 14, 21, 28, 35, 42, 49, and 56'],
  ['0 * * * *', 'Every hour'],
  ['20 * * * *', 'Every hour at minute 20'],
  ['20 */6 * * *', 'Every 6 hours at minute 20'],
  ['37 3 * * *', 'At 3:37 AM, every day'],
  ['0 0,12 * * *', 'At 12:00 AM and 12:00 PM, every day'],
  ['0 8-18 * * *', 'At minute 0 of hour 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, and 18'],
  ['* 8 * * *', 'Every minute in hour 8'],
  ['30 6 * * 1-5', 'At 6:30 AM, Monday to Friday'],
  ['30 6 * * 0,6', 'At 6:30 AM, every Sunday and Saturday'],
  ['30 6 1,15 * *', 'At 6:30 AM, on day 1 and 15 of the month'],
  ['30 6 L * *', 'At 6:30 AM, on the last day of the month'],
  ['30 6 1,L * *', 'At 6:30 AM, on day 1 and the last day of the month'],
  ['30 6 13 * 5', 'At 6:30 AM, on day 13 of the month and every Friday'],
  ['0 0 29 2 *', 'At 12:00 AM, on day 29 of the month, in February'],
  ['*/5 * * 1,7 1-5', 'Every 5 minutes, Monday to Friday, in January and July'],
  ['at night', 'at night'],
])('“%s” is “%s”', (cron, words) => expect(cronInWords(cron, texts(jobTexts))).toBe(words))

test.each([
  [400, 'Under 1 s'],
  [12_400, '12 s'],
  [59_999, '1 min 0 s'],
  [95_000, '1 min 35 s'],
])('%i ms are “%s”', (ms, words) => expect(durationInWords(new Date(0), new Date(ms), texts(jobTexts))).toBe(words))
