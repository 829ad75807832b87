import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** Columns of shared tables, beside those of the folder of a screen. */
const shared = ['admin/users/name-columns.tsx']

/** Columns by which a list is sorted without a heading to press, and why. */
const withoutHeading: Readonly<Record<string, string>> = {
  'admin/application: auditList eventDt': 'The history of one application is always the latest first.',
}

/** Lists whose columns are made while they are shown: one table for all categories, and one for all reports. */
const madeWhileShown = ['entries', 'reportRowList']

const sourcesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file): [file: string, source: string] => [file, readFileSync(path.join(root, folder, file), 'utf8')])

/** The columns by which each list of the contract is sorted. */
const declared = new Map(
  sourcesIn('contract/src').flatMap(([, source]) =>
    [...source.matchAll(/export const (\w+) = listQuery\(\{\s*columns: (\[[^\]]*\]|\w+)/g)].map(
      ([, name = '', columns = '']): [string, string[]] => [name, namesIn(columns, source)],
    ),
  ),
)

function namesIn(columns: string, source: string): string[] {
  const text = columns.startsWith('[')
    ? columns
    : (new RegExp(`const ${columns} = (\\[[^\\]]*\\])`).exec(source)?.[1] ?? '')
  return [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

const web = sourcesIn('web/src')
const headingsIn = (folder: string): string[] =>
  web
    .filter(([file]) => path.dirname(file) === folder || shared.includes(file))
    .flatMap(([, source]) => [...source.matchAll(/key: '(\w+)',(?:(?!key: ')[^])*?sortable: (?:true|isSortable)/g)])
    .map(([, key = '']) => key)

const shown = web
  .filter(([file]) => !file.startsWith('kit-page/'))
  .flatMap(([file, source]) =>
    [...source.matchAll(/listSearch\(\s*(?:\w+\.)?(\w+),/g)].map(([, list = '']) => ({
      list,
      folder: path.dirname(file),
    })),
  )
  .filter(({ list }) => !madeWhileShown.includes(list))

test('a list is sorted by each of its columns at the heading of that column', () => {
  expect(shown.length).toBeGreaterThan(25)
  const missing = shown.flatMap(({ list, folder }) => {
    const headings = headingsIn(folder)
    return (declared.get(list) ?? ['?'])
      .filter((name) => !headings.includes(name))
      .map((name) => `${folder}: ${list} ${name}`)
  })
  expect(missing.toSorted()).toEqual(Object.keys(withoutHeading).toSorted())
})
