import { describe, expect, test } from 'vitest'
import { createLogger, safeError } from './logging.ts'

const SECRET = 'correct horse battery staple'
const names = [
  'password',
  'currentPassword',
  'newPassword',
  'pswdPhrase',
  'securityConfirmPwd',
  'token',
  'sessionToken',
  'csrfToken',
  'authorization',
  'cookie',
  'loginSessionId',
]

/** The line that the log writes for these fields. */
function lineOf(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLogger('info', 'test', { write: (line: string) => void lines.push(line) }).info(fields, 'something')
  return JSON.parse(lines.join()) as Record<string, unknown>
}

describe('the log keeps no secret (S29, S77)', () => {
  test.each(names)('%s is censored where it stands by itself, in a part, and in a part of a part', (name) => {
    const line = lineOf({ [name]: SECRET, body: { [name]: SECRET }, request: { headers: { [name]: SECRET } } })
    expect(line).toMatchObject({
      [name]: '[secret]',
      body: { [name]: '[secret]' },
      request: { headers: { [name]: '[secret]' } },
      msg: 'something',
    })
    expect(JSON.stringify(line)).not.toContain(SECRET)
  })

  test('of an error only type, message, code and stack are kept, not the values of a row', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (x)=(${SECRET})`,
      row: SECRET,
    })
    expect(safeError(error)).toMatchObject({ type: 'Error', message: 'duplicate key', code: '23505' })
    expect(JSON.stringify(lineOf({ err: error }))).not.toContain(SECRET)
    expect(safeError(SECRET)).toEqual({ type: 'string', message: 'not an Error' })
  })
})
