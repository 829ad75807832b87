import { expect, test } from 'vitest'
import { isFresh, skipsLeft, stepFor } from './second-factor-rules.ts'

test('an enrolled user is asked for the factor, another one enrolls where it is required (B5)', () => {
  const step = (isRequired: boolean, ...providers: string[]) =>
    stepFor({ secondFactorRequired: isRequired, secondFactorProviders: providers }, 'duo')
  expect([step(true, 'duo'), step(false, 'built-in', 'duo')]).toEqual(['show', 'show'])
  expect([step(true), step(true, 'built-in')]).toEqual(['enrol', 'enrol'])
  expect([step(false), step(false, 'built-in')]).toEqual([null, null])
})

test('the enrollment can be postponed as often as allowed (B5)', () => {
  expect([skipsLeft(3, 0), skipsLeft(3, 2), skipsLeft(3, 3), skipsLeft(3, 5)]).toEqual([3, 1, 0, 0])
})

test('a sign-in stands for the password until ten minutes have passed', () => {
  const after = (ms: number) => isFresh(new Date(1_000_000), new Date(1_000_000 + ms))
  expect([after(0), after(599_999), after(600_000)]).toEqual([true, true, false])
})
