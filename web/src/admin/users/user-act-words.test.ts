import { expect, test } from 'vitest'
import { actsAskedFor } from './user-act-words.ts'

const acts = [
  { act: 'password', names: ["Reset User's Password", 'Passwort zurücksetzen'] },
  { act: 'factor', names: ['Reset second-factor Enrollment'] },
  { act: 'lock', names: ['Lock User'] },
  { act: 'unlock', names: ['Unlock User', 'Benutzer entsperren'] },
  { act: 'give', names: ['Give access…', 'grant'] },
]
const asked = (text: string) => actsAskedFor(text, acts)

test.each([
  ['reset password of becker', ['password'], 'becker'],
  ['Reset user’s password: Ada Becker', ['password'], 'ada becker'],
  ['becker ada passw', ['password'], 'becker ada'],
  ['reset becker', ['password', 'factor'], 'becker'],
  ['unlock becker', ['unlock'], 'becker'],
  ['lock the user becker', ['lock'], 'becker'],
  ['give access to becker', ['give'], 'becker'],
  ['unlock m.becker', ['unlock'], 'm.becker'],
  ['reset password of ada@harbor.example.', ['password'], 'ada@harbor.example'],
  ['Unlock: “m.becker”', ['unlock'], 'm.becker'],
  ['reset m.becker’s password', ['password'], 'm.becker'],
  ['passwort von becker zurücksetzen', ['password'], 'becker'],
])('“%s” asks for the act with most of its words, on whom the other words name', (text, expected, userText) => {
  expect(asked(text)).toEqual({ acts: expected, userText })
})

test.each(['becker', 're becker', 'reset password', 'lock user', '', 'of the'])(
  '“%s” names no act, or no user',
  (text) => {
    expect(asked(text)).toBeUndefined()
  },
)
