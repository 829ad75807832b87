import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-event-log-'))
let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that writes 500 events for each message, with lines of its log between, and answers how that ended. */
const PROGRAM = `
import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, '../../logging.ts'))}
import { eventLogWriter } from ${JSON.stringify(path.join(import.meta.dirname, 'event-log.ts'))}
const logger = createLogger('info', 'test')
const write = eventLogWriter({ kind: 'stdout', name: 'json:stdout' }, 'portal.example.com')
const stop = new AbortController()
let id = 0, line = 0
const log = () => { for (let n = 0; n < 20; n++) logger.info({ line: line++ }, 'request') }
process.on('message', async (asked) => {
  if (asked === 'stop') return stop.abort()
  const timer = setInterval(log, 1)
  log()
  const events = Array.from({ length: 500 }, () =>
    ({ code: 'user_updated', at: new Date(), json: JSON.stringify({ specversion: '1.0', id: id++, text: 'x'.repeat(900) }) }))
  const ended = await write(events, stop.signal).then(() => 'written', (error) => error.code ?? error.message)
  log()
  clearInterval(timer)
  process.send(ended)
})
// As the program of the portal does.
process.stdout.on('error', () => process.exit(0))
process.send('started')
`

/** Files of the program end after so many blocks of 512 bytes. */
async function start(stdout: 'pipe' | number, blocks = 'unlimited'): Promise<ChildProcess> {
  const command = [process.execPath, '--input-type=module', '--eval', PROGRAM]
  child = spawn('/bin/sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...command], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function writeEvents(program: ChildProcess): Promise<unknown> {
  const answer = once(program, 'message')
  program.send('write')
  return ((await answer) as unknown[])[0]
}

interface Line {
  id?: number
  line?: number
}

/** The lines of a text without those that are not JSON, and how many these are. */
function readLines(text: string) {
  const lines: Line[] = []
  let torn = 0
  for (const line of text.trimEnd().split('\n'))
    try {
      lines.push(JSON.parse(line) as Line)
    } catch {
      torn++
    }
  return { torn, ids: lines.flatMap(({ id }) => id ?? []), numbers: lines.flatMap(({ line }) => line ?? []) }
}

/** A little at a time, so that the program finds the pipe full. */
async function readSlowly(output: Readable | null): Promise<string> {
  let text = ''
  for await (const part of output ?? []) {
    text += String(part)
    await setImmediate()
  }
  return text
}

const upTo = (count: number) => [...Array(count).keys()]

test('an operator whose collector reads slowly gets every event and every line of the log whole', async () => {
  const program = await start('pipe')
  const read = readSlowly(program.stdout)
  for (const _ of upTo(6)) expect(await writeEvents(program)).toBe('written')
  program.disconnect()
  const { torn, ids, numbers } = readLines(await read)
  expect(torn).toBe(0)
  expect(ids).toEqual(upTo(3000))
  expect(numbers).toEqual(upTo(numbers.length))
})

test('events that the disk has no room for count as not written, and what comes later is readable', async () => {
  const file = path.join(folder, 'output')
  const output = openSync(file, 'a')
  const program = await start(output, '1600')
  closeSync(output)
  expect(await writeEvents(program)).toBe('written')
  expect(await writeEvents(program)).toBe('EFBIG')
  // There is room again, behind half an event.
  truncateSync(file, readFileSync(file, 'utf8').indexOf('"id":100,'))
  expect(await writeEvents(program)).toBe('written')
  const { torn, ids } = readLines(readFileSync(file, 'utf8'))
  expect(torn).toBe(1)
  expect(ids.slice(-500)).toEqual(upTo(1500).slice(1000))
})

test('a portal that stops does not wait for a collector that reads nothing', async () => {
  const program = await start('pipe')
  const answer = writeEvents(program)
  program.send('stop')
  expect(await answer).toBe('the node stops')
})
