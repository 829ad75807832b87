import { expect, test } from 'vitest'
import { claimOf } from './linking-rules.ts'

const stated = { userName: 'ada', email: 'ada@example.test', isEmailVerified: true }

test('a directory user is linked by user ID and email address together', () => {
  const claim = { userName: 'ada', email: 'ada@example.test' }
  expect(claimOf(stated)).toEqual(claim)
  expect(claimOf({ ...stated, isEmailVerified: null })).toEqual(claim)
})

test('a directory user is not linked by one of them, nor by an address that is not verified', () => {
  for (const missing of [{ userName: null }, { userName: ' ' }, { email: null }, { isEmailVerified: false }])
    expect(claimOf({ ...stated, ...missing })).toBeNull()
})
