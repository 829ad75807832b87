import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** Columns by which a list is sorted without a heading to press, and why. */
const withoutHeading: Readonly<Record<string, string>> = {
  'admin/application/PeopleTab.tsx: applicationUserSearch lastNm':
    'One column shows the whole name, in the order of first names.',
  'admin/users/UsersPage.tsx: userPages recordAddDt': 'The list has no column of it; programs sort by it.',
  'admin/tile-users/TileUsersPage.tsx: tileUserSearch lastNm':
    'One column shows the whole name, in the order of first names.',
}

/** Lists whose columns are made while they are shown: one table for all categories, and one for all reports. */
const madeWhileShown = ['referenceSearchOf', 'reportRowSearch']

const sourcesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file): [file: string, source: string] => [file, readFileSync(path.join(root, folder, file), 'utf8')])

/** The columns by which each list of the contract is sorted. */
const contract = sourcesIn('contract/src')
const declared = new Map(
  contract.flatMap(([, source]) =>
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

const web = new Map(sourcesIn('web/src').filter(([file]) => !file.startsWith('kit-page/')))

/** The files that one imports by relative paths. */
const importsOf = (file: string): string[] =>
  [...(web.get(file) ?? '').matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) =>
    path.posix.join(path.posix.dirname(file), to),
  )

const usesList = (file: string) => /\buse(?:ScreenList|ListSearch|ListInDialog)\(\w/.test(web.get(file) ?? '')

/** The headings that a screen gives its list: in its file, in those of columns that it imports, and in its own table. */
function headingsOf(file: string, known: ReadonlySet<string> = new Set()): string[] {
  const source = web.get(file) ?? ''
  const parts = importsOf(file).filter(
    (one) =>
      !known.has(one) && !usesList(one) && (/[cC]olumns\.tsx?$/.test(one) || /<ListTable/.test(web.get(one) ?? '')),
  )
  return [
    ...[...source.matchAll(/key: '(\w+)',(?:(?!key: ')[^])*?sortable: (?:true|isSortable)/g)].map(
      ([, key = '']) => key,
    ),
    ...parts.flatMap((one) => headingsOf(one, new Set([...known, file, ...parts]))),
  ]
}

/** The statement of a file that declares a name. */
const declarationIn = (file: string, name: string) =>
  new RegExp(`const ${name}\\b[^]*?(?=\\n(?:export )?(?:const|function|interface|type|/\\*\\*)|$)`).exec(
    web.get(file) ?? '',
  )?.[0]

/** The columns of the list of the contract that a name of a file searches, as it is or as that of a screen. */
function columnsOf(file: string, name: string): string[] | undefined {
  const declaration = declarationIn(file, name) ?? ''
  const [, list = '', inline = ''] =
    /listSearch\(\s*(?:(?:\w+\.)?(\w+),|\{\s*columns: (\[[^\]]*\]|\w+))/.exec(declaration) ?? []
  if (inline) return namesIn(inline, contract.map(([, source]) => source).join('\n'))
  const search = /\bscreenList\(\{\s*search(?:: (\w+))?,/.exec(declaration)
  return declared.get(list) ?? (search ? columnsOf(file, search[1] ?? 'search') : undefined)
}

/** Each use of a list by a screen. */
const shown = [...web]
  .filter(([file]) => !file.startsWith('patterns/'))
  .flatMap(([file, source]) =>
    [...source.matchAll(/\buse(?:ScreenList|ListSearch|ListInDialog)\((\w+)/g)].map(([, name = '']) => ({
      file,
      name,
      columns: [file, ...importsOf(file)].map((one) => columnsOf(one, name)).find((found) => found !== undefined),
    })),
  )

test('a list is sorted by each of its columns at the heading of that column', () => {
  expect(shown.length).toBeGreaterThan(30)
  const missing = shown
    .filter(({ name }) => !madeWhileShown.includes(name))
    .flatMap(({ file, name, columns = ['its list'] }) => {
      const headings = headingsOf(file)
      return columns.filter((column) => !headings.includes(column)).map((column) => `${file}: ${name} ${column}`)
    })
  expect(missing.toSorted()).toEqual(Object.keys(withoutHeading).toSorted())
})
