import { execFile } from 'node:child_process'
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

/** What a process writes on standard output that runs this code with a `logger`. */
const outputOf = (code: string): Promise<string> =>
  new Promise((resolve) => {
    const script = `import { createLogger } from ${JSON.stringify(new URL('logging.ts', import.meta.url).href)}
      const logger = createLogger('info', 'test')
      ${code}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (_error, output) => resolve(output))
  })

describe('an operator gets every line that was logged, in order', () => {
  // 300 lines are more than are written at once, 20 are fewer.
  test.each([
    ['ends', 300, ''],
    ['exits', 20, 'process.exit(3)'],
    ['crashes', 20, 'throw new Error("unforeseen")'],
    ['is killed after a fatal line', 20, 'logger.fatal("over"); process.kill(process.pid, "SIGKILL")'],
  ])('when the process %s', async (_, count, end) => {
    const output = await outputOf(
      `for (let n = 0; n < ${count}; n++) logger.info({ n, name: 'Jörg \\u{1F600}' }, 'a line'.repeat(30)); ${end}`,
    )
    const lines = output.trimEnd().split('\n')
    const written = lines.map((line) => JSON.parse(line) as { n?: number; name?: string })
    expect(written.filter(({ name }) => name === 'Jörg \u{1F600}').map(({ n }) => n)).toEqual([...Array(count).keys()])
  })
})
