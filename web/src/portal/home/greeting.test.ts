import { describe, expect, it } from 'vitest'
import { texts } from '../../api/texts.ts'
import { formatLongDay } from '../../ui/format.ts'
import { greetingKey } from './greeting.ts'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { lastUsed } from './last-used.ts'

const at = (hour: number, day = 21) => new Date(2026, 10, day, hour)

describe('the greeting', () => {
  it.each([
    [4, 'greeting_evening'],
    [5, 'greeting_morning'],
    [11, 'greeting_morning'],
    [12, 'greeting_afternoon'],
    [17, 'greeting_afternoon'],
    [18, 'greeting_evening'],
    [23, 'greeting_evening'],
  ])('at %i o’clock is %s', (hour, key) => {
    expect(greetingKey(at(hour))).toBe(key)
  })

  it('names the day', () => {
    expect(formatLongDay(at(9))).toBe('Saturday, November 21')
  })
})

describe('when an application was last used', () => {
  it.each([
    [at(1), 'Used today'],
    [at(23, 20), 'Used yesterday'],
    [at(1, 19), 'Used 2 days ago'],
    [at(12, 14), 'Used 7 days ago'],
    [at(12, 13), 'Used 11/13/2026'],
    [at(23), 'Used today'],
  ])('%s: %s', (used, words) => {
    expect(lastUsed(used, at(10), texts(homePageTexts))).toBe(words)
  })
})
