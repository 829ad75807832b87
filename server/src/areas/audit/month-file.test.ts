import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyRing } from '../../crypto/key-ring.ts'
import { type MonthLine, MonthWriter, readMonthFile } from './month-file.ts'

const keys = keyRing([{ id: 'test', key: '0123456789abcdef0123456789abcdef' }])
const otherKey = keyRing([{ id: 'other', key: 'fedcba9876543210fedcba9876543210' }])
const sameId = keyRing([{ id: 'test', key: 'fedcba9876543210fedcba9876543210' }])

const sha256 = (previous: string, text: string) =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')

/** Events 1 to 5 of a chain, and one of the next month in between: number 4. */
function chain(): (MonthLine & { previous: string })[] {
  let previous = ''
  return [1, 2, 3, 4, 5].map((sequence) => {
    const text = `{"id": ${sequence}, "after": {"name": "Zoë\u2028}", "sequence": 9}, "sequence": ${sequence}}`
    const line = { sequence, hash: sha256(previous, text), previous, text }
    previous = line.hash
    return line
  })
}

/** Lines of a whole file, the line feeds left out. */
function linesOf(events = chain().filter(({ sequence }) => sequence !== 4), ring = keys): string[] {
  const writer = new MonthWriter('2025-01')
  const written = [writer.begin(), ...events.map((event) => writer.event(event)), writer.end(ring).line]
  return written.map((line) => String(line).slice(0, -1))
}

async function* bytesOf(text: string) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
}

const read = (lines: readonly string[], ring = keys, wanted?: number) =>
  readMonthFile(bytesOf(lines.map((line) => `${line}\n`).join('')), ring, { wanted })

describe('who verifies the file of a month of the audit trail', () => {
  test('finds it whole, with its last seal, and each seal that was noted', async () => {
    const hash = chain()[4]?.hash
    expect(await read(linesOf())).toMatchObject({ problem: null, end: { events: 4, sequence: 5, hash }, seal: null })
    expect(await read(linesOf(), keys, 2)).toMatchObject({ seal: chain()[1]?.hash })
    expect(linesOf().every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
  })

  test('finds an event that an erasure had changed by what was left of it', async () => {
    const [first, second, ...rest] = chain()
    if (!first || !second) throw new Error('no events')
    const text = '{"id": 2, "after": "(erased)", "sequence": 2}'
    const erased = { ...second, text, left: sha256('', text) }
    expect(await read(linesOf([first, erased, ...rest]))).toMatchObject({ problem: null })
    const changed = linesOf([first, erased, ...rest]).map((line) => line.replace('(erased)', '(forged)'))
    expect(await read(changed)).toEqual({ problem: 'line 3 has been changed: event 2 does not fit its seal' })
  })

  test.each<[string, (lines: string[]) => string[], string]>([
    [
      'a changed line',
      (lines) => lines.map((line) => line.replace('"id": 2', '"id": 7')),
      'line 3 has been changed: event 2 does not fit its seal',
    ],
    ['a line that is none', (lines) => lines.with(2, '{}'), 'line 3 has been changed: it is no event'],
    ['a missing line', (lines) => lines.toSpliced(2, 1), 'before line 3 a line is missing: event 2'],
    ['a missing first event', (lines) => lines.toSpliced(1, 1), 'before line 2 a line is missing: event 1'],
    [
      'a missing last event',
      (lines) => lines.toSpliced(4, 1),
      '4 events were signed, and the file has 3: lines are missing',
    ],
    [
      'lines in another order',
      (lines) => [...lines.slice(0, 1), lines[2] ?? '', lines[1] ?? '', ...lines.slice(3)],
      'before line 2 a line is missing: event 1',
    ],
    [
      'an event that stands there twice',
      (lines) => lines.toSpliced(3, 0, lines[2] ?? ''),
      'line 4 is not in its order: event 2 stands after event 2',
    ],
    ['a cut file', (lines) => lines.slice(0, -1), 'the file ends before its last line: it was cut off'],
    ['lines behind the last one', (lines) => [...lines, '{}'], 'after its last line there is another one, line 7'],
    ['an empty file', () => [], 'the file ends before its last line: it was cut off'],
    ['another file', () => ['{"name": "package"}'], 'it is no file of a month of the audit trail'],
    [
      'another month in its first line',
      (lines) => lines.with(0, (lines[0] ?? '').replace('2025-01', '2025-02')),
      'its lines are not those that were signed',
    ],
    [
      'another number in its last line',
      (lines) => lines.with(-1, (lines.at(-1) ?? '').replace('2025-01', '2025-02')),
      'its signature is none of the key test of PORTAL_SECRET_KEYS',
    ],
  ])('finds %s', async (_, change, problem) => {
    expect(await read(change(linesOf()))).toEqual({ problem })
  })

  test('finds a line that was cut in the middle, also the last one', async () => {
    const whole = linesOf().join('\n')
    for (const length of [whole.length, whole.length - 10, 200])
      expect(await readMonthFile(bytesOf(whole.slice(0, length)), keys)).toEqual({
        problem: 'the file ends before its last line: it was cut off',
      })
  })

  test('finds events rebuilt without the key, and the key that is missing', async () => {
    const forged = linesOf(chain(), sameId)
    expect(await read(forged)).toEqual({ problem: 'its signature is none of the key test of PORTAL_SECRET_KEYS' })
    expect(await read(linesOf(), otherKey)).toEqual({
      problem: 'it is signed with the key test, which PORTAL_SECRET_KEYS does not have',
    })
    const rebuilt = [...linesOf(chain()).slice(0, -1), linesOf().at(-1) ?? '']
    expect(await read(rebuilt)).toEqual({ problem: '4 events were signed, and the file has 5: lines are missing' })
  })

  test('reads no event into a file that does not fit its seal', () => {
    const [event] = chain()
    if (!event) throw new Error('no event')
    const writer = new MonthWriter('2025-01')
    expect(writer.event({ ...event, text: event.text.replace('1', '2') })).toBeNull()
  })
})
