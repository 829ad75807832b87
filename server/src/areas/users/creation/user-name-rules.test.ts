import { expect, test } from 'vitest'
import { numberedNames, userNameBase } from './user-name-rules.ts'

const first = (firstName: string, lastName: string, email = 'someone@example.test') =>
  userNameBase({ firstName, lastName, email })

test('a user name is the initial and the last name, in plain lower-case letters and digits (E18)', () => {
  expect(first('Ada', 'Lovelace')).toBe('alovelace')
  expect(first('Élodie', "O'Neil-Größer 3")).toBe('eoneilgroer3')
  expect(first('A', 'Bo')).toBe('abo')
})

test('a name that leaves less than three letters gives way to the email address (E18)', () => {
  expect(first('A', 'B')).toBe('someone')
  expect(first('李', '小龍', 'Bruce.Lee@example.test')).toBe('brucelee')
  expect(first('李', '小龍', 'b@example.test')).toBe('b00')
})

test('a long name leaves room for numbers, and a name that is taken is tried with the numbers from 2 on (E18)', () => {
  const base = first('Ada', 'L'.repeat(60))
  expect(base).toBe(`a${'l'.repeat(46)}`)
  expect(numberedNames(base, 1, 3)).toEqual([base, `${base}2`, `${base}3`])
})

test('names of more namesakes go on with their number, within the 50 letters of a user name', () => {
  expect(numberedNames('alovelace', 99, 3)).toEqual(['alovelace99', 'alovelace100', 'alovelace101'])
  const [last = ''] = numberedNames('l'.repeat(47), 10_000, 1)
  expect(last).toBe(`${'l'.repeat(45)}10000`)
})
