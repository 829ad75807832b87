import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { tablesOf } from '@portico/contract/texts/texts.ts'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

const sources = ['contract/src', 'web/src', 'server/src', 'demo/src', 'embedded-postgres/src']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  // Every translation names every key.
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/de/'))
  .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))

/** Named only by rows of files that an earlier version has checked. */
const storedAlone = ['import_no_free_user_name']

test('every text of the product is read somewhere', () => {
  const mentions = new Map<string, number>()
  const all = sources.map(({ source }) => source).join('\n')
  for (const [word] of all.matchAll(/\w+/g)) mentions.set(word, (mentions.get(word) ?? 0) + 1)
  // Keys that are put together, such as `job_result_${result}`.
  const composed = [...all.matchAll(/`(\w*)\$\{[^}`]*\}(\w*)`/g)].filter(([, start, end]) => /_/.test(`${start}${end}`))
  const isComposed = (key: string) =>
    composed.some(([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end))
  const texts = sources.filter(({ file }) => /^contract\/src\/.*-texts\.ts$/.test(file))
  const keys = texts.flatMap(({ file, source }) =>
    [...source.matchAll(/^ {2}([a-z_0-9]+):/gm)].map(([, key = '']) => ({ file, key })),
  )
  expect(keys.length).toBeGreaterThan(1000)
  expect(keys.filter(({ key }) => mentions.get(key) === 1 && !isComposed(key)).map(({ key }) => key)).toEqual(
    storedAlone,
  )
})

test.each(languages)('every file of texts in the language %s is registered in one part of the product', (language) => {
  const folder = path.join(root, 'contract/src')
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const isOfLanguage = (file: string) => file.includes('/de/') === (language !== SOURCE_LANGUAGE)
  // Emails have a table of their own; the other files are no tables.
  const isTable = (file: string) =>
    /^(?!(?:mail|shipped|own|resource|format)-texts\.).*-texts\.ts$/.test(path.basename(file))
  const files = all.filter((file) => isTable(file) && isOfLanguage(file))
  expect(files.length).toBeGreaterThan(80)
  expect(tablesOf(language)).toHaveLength(files.length)
})
