import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeNewFile } from './new-file.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-file-'))
  file = path.join(folder, 'new.zip')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const content = (text: string) => () => Promise.resolve(Readable.from([Buffer.from(text)]))
const read = async (name: string) => String(await readFile(name))

test('a new file can be read by its owner alone while it is written and afterwards, and nothing stands beside it', async () => {
  let modes: number[] = []
  await writeNewFile(file, async () => {
    const [part = ''] = await readdir(folder)
    modes = [(await stat(path.join(folder, part))).mode & 0o777]
    return Readable.from([Buffer.from('whole')])
  })
  expect([...modes, (await stat(file)).mode & 0o777]).toEqual([0o600, 0o600])
  expect(await read(file)).toBe('whole')
  expect(await readdir(folder)).toEqual(['new.zip'])
})

test('a file that got the name in the meantime stays as it is', async () => {
  const late = writeNewFile(file, async () => {
    await writeFile(file, 'theirs')
    return Readable.from([Buffer.from('ours')])
  })
  await expect(late).rejects.toThrow(`${file} is there already: choose another file by --to.`)
  expect(await read(file)).toBe('theirs')
  expect(await readdir(folder)).toEqual(['new.zip'])
})

test('of two commands that write the same file at once one is refused, and the file is whole', async () => {
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const both = ['a', 'b'].map((letter, n) =>
    writeNewFile(file, async () => {
      begun[n]?.resolve()
      await Promise.all(begun.map(({ promise }) => promise))
      return Readable.from(Array.from({ length: 100 }, () => Buffer.from(letter.repeat(1000))))
    }),
  )
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const winner = results[0]?.status === 'fulfilled' ? 'a' : 'b'
  expect(await read(file)).toBe(winner.repeat(100_000))
  expect(await readdir(folder)).toEqual(['new.zip'])
})

test('a half file of somebody else is left alone', async () => {
  await writeFile(`${file}.part`, 'theirs')
  await writeNewFile(file, content('ours'))
  expect(await read(`${file}.part`)).toBe('theirs')
  expect(await read(file)).toBe('ours')
})

test.each([
  ['before its first byte', () => Promise.reject(new Error('no rows'))],
  [
    'in the middle',
    () =>
      Promise.resolve(
        Readable.from(
          (function* () {
            yield Buffer.from('half')
            throw new Error('no rows')
          })(),
        ),
      ),
  ],
])('what fails %s leaves nothing', async (_, failing) => {
  await expect(writeNewFile(file, failing)).rejects.toThrow('no rows')
  expect(await readdir(folder)).toEqual([])
})

test('a folder that is not there is named', async () => {
  const missing = path.join(folder, 'none', 'new.zip')
  await expect(writeNewFile(missing, content(''))).rejects.toThrow(`${missing} cannot be written: ENOENT`)
})
