import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openLogOutput } from './log-output.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-log-'))
let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that logs without an end; it answers each message, and exits when it is asked to. */
const PROGRAM = `
import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logging.ts'))}
const logger = createLogger('info', 'test')
let line = 0
const timer = setInterval(() => { for (let n = 0; n < 200; n++) logger.info({ line: line++ }, 'request') }, 10)
process.on('message', (asked) => {
  if (asked !== 'end') return process.send({ line })
  clearInterval(timer)
  logger.fatal('the end')
  process.exit(0)
})
process.send({ line })
`

async function startLogging(file: string): Promise<ChildProcess> {
  const output = openSync(file, 'a')
  child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  closeSync(output)
  await once(child, 'message')
  return child
}

async function linesLogged(program: ChildProcess): Promise<number> {
  const answer = once(program, 'message')
  program.send('how many')
  const [{ line }] = (await answer) as [{ line: number }]
  return line
}

async function end(program: ChildProcess): Promise<number | null> {
  program.send('end')
  const [code] = (await once(program, 'exit')) as [number | null]
  return code
}

// Such a device is on Linux only; elsewhere there is no such test rather than a skipped one.
// oxlint-disable-next-line vitest/no-conditional-tests -- see above
if (process.platform === 'linux')
  test('a portal whose log meets a full disk goes on, and ends on request (R13)', async () => {
    const program = await startLogging('/dev/full')
    await expect.poll(() => linesLogged(program), { timeout: 30_000 }).toBeGreaterThan(20_000)
    expect(await end(program)).toBe(0)
  })

test('every line is there once the program has ended, each once, though what was under way may come after the last one', async () => {
  const file = path.join(folder, 'log')
  const program = await startLogging(file)
  await expect.poll(() => linesLogged(program), { timeout: 30_000 }).toBeGreaterThan(10_000)
  expect(await end(program)).toBe(0)
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { line?: number; msg: string })
  expect(lines.filter(({ msg }) => msg === 'the end')).toHaveLength(1)
  const numbers = lines.flatMap(({ line }) => line ?? [])
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at))
})

test('the log goes on after its output was busy, while other lines wait', async () => {
  const file = path.join(folder, 'busy')
  const fd = openSync(file, 'a')
  const busy = Object.assign(new Error('busy'), { code: 'EAGAIN' })
  vi.spyOn(fs, 'write').mockImplementationOnce(((_fd: number, _chunk: Buffer, done: (error: Error) => void) =>
    setImmediate(done, busy)) as unknown as typeof fs.write)
  const output = openLogOutput(fd)
  output.write(`${'a'.repeat(20_000)}\n`)
  output.write('b\n')
  await expect.poll(() => readFileSync(file, 'utf8').slice(-4), { timeout: 10_000 }).toBe('a\nb\n')
  closeSync(fd)
})
