import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directions, marks, namings } from './architecture-rules.ts'
import { partsOfScreens } from './architecture-screens.ts'
import { FLOOR_RULE, floors } from './architecture-floors.ts'
import { COMMAND_RULE } from './command-signatures.ts'
import { WORDS_RULE } from './words-in-code.ts'
import { breaches } from './architecture.ts'
import { command, inRoot } from './lib/runtime.mjs'

const COPIED = [
  'contract',
  'demo',
  'server',
  'web',
  'tools',
  'docs',
  '.oxlintrc.json',
  'tsconfig.base.json',
  'package.json',
]
const OUTPUT = new Set(['node_modules', 'dist', 'data', '.types'])

let copy: string

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'portico-architecture-'))
  for (const name of COPIED)
    cpSync(inRoot(name), path.join(copy, name), {
      recursive: true,
      filter: (file) => !OUTPUT.has(path.basename(file)),
    })
  symlinkSync(inRoot('node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
  writeFileSync(path.join(copy, file), text)
}

const removePlanted = (file: string) => rmSync(path.join(copy, file))

/** The rules that the planted file breaks. */
function caught(file: string, text: string): string[] {
  plant(file, text)
  const rules = breaches(copy, [file]).map((breach) => breach.rule)
  removePlanted(file)
  return rules
}

type Planted = [rule: string, file: string, text: string]

const uses = (specifier: string) => `import { planted } from '${specifier}'\nexport const use = planted\n`
const area = (file: string) => `server/src/areas/users/${file}`

const imports: Planted[] = [
  [
    'the contract depends on zod/mini and the library of telephone numbers only',
    'contract/src/planted.ts',
    uses('kysely'),
  ],
  [
    'the contract depends on zod/mini and the library of telephone numbers only',
    'contract/src/planted.ts',
    uses('node:fs'),
  ],
  [
    'the contract depends on zod/mini and the library of telephone numbers only',
    'contract/src/planted.ts',
    uses('../../server/src/composition/app.ts'),
  ],
  [
    'one module of the contract knows the library of telephone numbers',
    'contract/src/planted.ts',
    uses('libphonenumber-js/min'),
  ],
  [
    'one module of the contract knows the library of telephone numbers',
    'web/src/planted.ts',
    uses('libphonenumber-js'),
  ],
  [
    'the browser loads the library of telephone numbers in one place',
    'web/src/portal/planted.ts',
    uses('@portico/contract/phones/international-phones.ts'),
  ],
  ['only tests import tests', area('planted.ts'), uses('../../../test/portal.ts')],
  ['only tests import tests', 'web/src/portal/planted/Planted.tsx', uses('./planted.test.ts')],
  ['the product does not import its tools', 'server/src/planted.ts', uses('../../tools/lib/runtime.mjs')],
  ['the browser does not import the server', 'web/src/planted.ts', uses('../../server/src/composition/app.ts')],
  [
    'the browser does not import the server',
    'web/src/planted.ts',
    "export * from '@portico/server/src/composition/app.ts'\n",
  ],
  ['the server does not import the browser', 'server/src/planted.ts', uses('../../web/src/paths.ts')],
  [
    'the server loads the demo and the embedded database by their names, where they are asked for',
    'server/src/planted.ts',
    uses('../../demo/src/main.ts'),
  ],
  [
    'the server loads the demo and the embedded database by their names, where they are asked for',
    'server/test/planted.test.ts',
    "export const lazy = import('@portico/demo')\n",
  ],
  [
    'the demo and the embedded database use the server by their entry points',
    'demo/src/planted.ts',
    uses('../../server/src/db/run.ts'),
  ],
  [
    'the demo and the embedded database use the server by their entry points',
    'demo/src/planted.ts',
    uses('@portico/server/src/db/run.ts'),
  ],
  [
    'the server loads the demo and the embedded database by their names, where they are asked for',
    'server/src/db/planted.ts',
    uses('../../../embedded-postgres/src/embedded-postgres.ts'),
  ],
  [
    'the demo and the embedded database use the server by their entry points',
    'embedded-postgres/src/planted.ts',
    uses('@portico/server/for-demo.ts'),
  ],
  [
    'the demo and the embedded database know neither each other nor the browser',
    'demo/src/planted.ts',
    uses('@portico/embedded-postgres'),
  ],
  [
    'the demo and the embedded database know neither each other nor the browser',
    'embedded-postgres/src/planted.ts',
    uses('../../demo/src/main.ts'),
  ],
  ['only tests import tests', 'demo/src/planted.ts', uses('@portico/server/test/portal.ts')],
  ['the product does not import its tools', 'demo/src/planted.ts', uses('../../tools/lib/runtime.mjs')],
  [
    'the demo and the embedded database know neither each other nor the browser',
    'demo/src/planted.ts',
    uses('../../web/src/paths.ts'),
  ],
  ['the browser runs without Node.js', 'web/src/planted.ts', uses('node:path')],
  ['the browser loads zod/mini', 'web/src/planted.ts', uses('zod')],
  ['a page loads only its own contract', 'web/src/planted.ts', uses('@portico/contract/areas.ts')],
  ['ui knows neither calls nor routes', 'web/src/ui/Planted.tsx', uses('../api/call.ts')],
  ['ui knows neither calls nor routes', 'web/src/ui/Planted.tsx', uses('../paths.ts')],
  ['ui knows neither calls nor routes', 'web/src/ui/Planted.tsx', uses('@portico/contract/session/session.ts')],
  ['web/api stands on the contract', 'web/src/api/planted.ts', uses('../shell/planted.ts')],
  ['patterns know no screen and no frame', 'web/src/patterns/Planted.tsx', uses('../shell/Header.tsx')],
  ['patterns know no screen and no frame', 'web/src/patterns/planted.ts', uses('../portal/home/HomePage.tsx')],
  ['the shell knows no screen', 'web/src/shell/Planted.tsx', uses('../portal/home/HomePage.tsx')],
  [
    'the portal does not load the administration',
    'web/src/portal/home/Planted.tsx',
    uses('../../admin/users/users.ts'),
  ],
  [
    'the portal does not load the administration',
    'web/src/portal/planted.ts',
    "export const lazy = import('../admin/a.ts')\n",
  ],
  ['the administration does not load the portal', 'web/src/admin/users/Planted.tsx', uses('../../portal/home/home.ts')],
  [
    'a screen knows of another one only its screen.ts, or the parts that architecture-screens.ts lists',
    'web/src/admin/audit/Planted.tsx',
    uses('../users/user-queries.ts'),
  ],
  [
    'a screen knows of another one only its screen.ts, or the parts that architecture-screens.ts lists',
    'web/src/admin/users/Planted.tsx',
    "export const lazy = import('../user-profile/profile-queries.ts')\n",
  ],
  ['only http knows the HTTP framework', area('planted-handlers.ts'), uses('fastify')],
  ['only http knows the HTTP framework', area('planted-handlers.ts'), uses('@fastify/multipart')],
  ['only http knows the HTTP framework', 'demo/src/planted.ts', uses('fastify')],
  ['only db knows the database driver', 'demo/src/planted.ts', uses('pg')],
  ['only jobs knows the queue library', 'demo/src/planted.ts', uses('pg-boss')],
  ['only jobs knows the queue library', area('planted.job.ts'), uses('pg-boss')],
  ['only db knows the database driver', area('planted-store.ts'), uses('pg')],
  ['what areas stand on knows no area', 'server/src/db/planted.ts', uses('../areas/session/public.ts')],
  ['other areas import public.ts only', area('planted.ts'), uses('../session/session-store.ts')],
  ['rules are pure', area('planted-rules.ts'), uses('../../db/database.ts')],
  ['rules are pure', area('planted-rules.ts'), uses('../../ports/clock.ts')],
  ['rules are pure', area('planted-rules.ts'), uses('./planted-store.ts')],
  ['a store does not use another store', area('planted-store.ts'), uses('./other-store.ts')],
]

const upward: Planted[] = [
  ['server/src/db/planted.ts', uses('../doctor/finding.ts')],
  ['server/src/areas/session/planted.ts', uses('../sign-in/public.ts')],
  ['server/src/areas/audit/planted.ts', "import type { UserTarget } from '../permissions/public.ts'\n"],
  ['server/src/areas/documents/planted.ts', "export const lazy = () => import('../files/published-file-store.ts')\n"],
  // Two areas of one floor.
  ['server/src/areas/home/planted.ts', "export type { NewMail } from '../mail/public.ts'\n"],
  ['server/src/ops/planted.ts', uses('../composition/app.ts')],
  ['server/src/planted.ts', uses('./config/config.ts')],
  ['server/src/areas/planted/planted.ts', ''],
].map(([file = '', text = '']): Planted => [FLOOR_RULE, file, text])

const texts: Planted[] = [
  ['every test runs', 'web/src/planted.test.ts', ['it', 'skip("later")\n'].join('.').replace('"later"', "('later')")],
  ['every test runs', 'server/test/planted.test.ts', ['describe', "only('this')\n"].join('.')],
  [
    'a link takes its address from screen.ts or paths.ts',
    'web/src/admin/planted/Planted.tsx',
    "export const link = '/content-authenticated/administration/users'\n",
  ],
  ['one place loads each optional package', area('planted.ts'), "export const name = '@portico/demo'\n"],
  [
    'one place loads each optional package',
    'server/src/commands/planted.ts',
    "export const name = '@portico/embedded-postgres'\n",
  ],
  ['nothing is left for later', 'docs/planted.md', ['TO', 'DO: write this\n'].join('')],
  ['types are not silenced', 'server/src/planted.ts', ['// @ts', 'ignore\n'].join('-')],
  ['a suppression carries its reason', 'web/src/planted.ts', ['// oxlint-disab', 'le-next-line no-var\n'].join('')],
  ['rules get the time handed in', area('planted-rules.ts'), 'export const now = () => new Date()\n'],
  [
    'the browser does not load what calls do in words',
    'web/src/portal/planted/planted.ts',
    "export { summaries } from '@portico/contract/home/home.ts'\n",
  ],
  [
    'the texts service words what the server sends',
    area('planted.ts'),
    "import { defaultTexts } from '@portico/contract/texts/texts.ts'\n",
  ],
  [
    'the texts service words what the server sends',
    'server/src/http/planted.ts',
    "import { mailTexts } from '@portico/contract/mail/mail-texts.ts'\n",
  ],
  [
    'components and hooks act by useAction, runAction or useForm',
    'web/src/admin/planted/Planted.tsx',
    'export async function act() {\n  try {\n    await fetch("")\n  } catch {}\n}\n',
  ],
  [
    'components and hooks act by useAction, runAction or useForm',
    'web/src/portal/planted/use-planted.ts',
    'export async function act() {\n  try {\n    await fetch("")\n  } finally {}\n}\n',
  ],
  [
    'only the area of grants writes them',
    area('planted-store.ts'),
    'export const end = `update user_page_grants set valid_to = clock_now()`\n',
  ],
  ['the repository names no folder of one machine', 'docs/planted.md', ['see /ho', 'me/somebody/notes\n'].join('')],
  ['the repository speaks of the product', 'docs/planted.md', ['written by a sub', 'agent\n'].join('')],
]

const parameters: Planted[] = [
  'deps: Deps, caller: Caller, input: Input, request: RequestContext',
  'deps: Deps, input: Input, request: RequestContext',
  'deps: Deps, input: Input, call: CallContext',
  'deps: Deps, { caller, request }: { caller: Caller; request: RequestContext }, input: Input',
].flatMap((taken): Planted[] => [
  ['a command takes its call second', area('planted.ts'), `export async function act(${taken}) {}\n`],
  ['a command takes its call second', area('planted.ts'), `export const act = (${taken}) => null\n`],
])

const shown = (element: string) => `export const Planted = () => ${element}\n`

const words: Planted[] = [
  ['web/src/portal/planted/Planted.tsx', shown('<p>Nothing here yet</p>')],
  ['web/src/ui/Planted.tsx', shown('<button aria-label="Close" />')],
  ['web/src/patterns/Planted.tsx', shown('<TextField label="First name" />')],
  [area('planted.ts'), "export const columns = [{ header: 'Time', value: 1 }]\n"],
  [area('planted.job.ts'), 'export const run = (total: number) => `Users reminded: ${total}.`\n'],
  ['server/src/jobs/planted.ts', "export const DIED = 'The node stopped before the run ended.'\n"],
  ['server/src/http/planted.ts', 'export const page = (nonce: string) => `<h1 class="${nonce}">Please wait</h1>`\n'],
].map(([file = '', text = '']): Planted => [WORDS_RULE, file, text])

const names: Planted[] = [
  ['a name says what is inside', 'web/src/ui/date-utils.ts', ''],
  ['a name says what is inside', 'server/src/helpers/dates.ts', ''],
  ['imports go to the file, not to a barrel', area('index.ts'), ''],
  ['files are kebab-case, components PascalCase.tsx', area('plantedStore.ts'), ''],
]

describe('architecture rules', () => {
  it.each([...imports, ...upward, ...texts, ...parameters, ...words, ...names])(
    'catch: %s (%s)',
    (rule, file, text) => {
      expect(caught(file, text)).toContain(rule)
    },
  )

  it('see every file of the repository', () => {
    plant('web/src/portal/planted/deeper/plantedWrong.ts', '')
    expect(breaches(copy).map(({ file }) => file)).toContain('web/src/portal/planted/deeper/plantedWrong.ts')
    removePlanted('web/src/portal/planted/deeper/plantedWrong.ts')
  })

  it('hold a planted violation for every rule', () => {
    const planted = new Set([...imports, ...upward, ...texts, ...parameters, ...words, ...names].map(([rule]) => rule))
    const rules = [
      ...[...directions, ...marks, ...namings].map(({ rule }) => rule),
      COMMAND_RULE,
      WORDS_RULE,
      FLOOR_RULE,
    ]
    expect(rules.filter((rule) => !planted.has(rule))).toEqual([])
  })

  it('give a floor to folders that exist', () => {
    const missing = floors.flat().filter((folder) => !existsSync(inRoot(`server/src/${folder}`)))
    expect(missing).toEqual([])
    expect(new Set(floors.flat()).size).toBe(floors.flat().length)
  })

  it('let a screen show parts of screens that exist, without circles', () => {
    const missing = Object.entries(partsOfScreens)
      .flat(2)
      .filter((folder) => !existsSync(inRoot(`web/src/admin/${folder}`)))
    expect(missing).toEqual([])
    const reached = (screen: string, seen: readonly string[]): readonly string[] =>
      seen.includes(screen)
        ? [screen]
        : (partsOfScreens[screen] ?? []).flatMap((part) => reached(part, [...seen, screen]))
    expect(Object.keys(partsOfScreens).flatMap((screen) => reached(screen, []))).toEqual([])
  })

  it.each([
    [
      'a screen that links to another one, and shows a part that is listed',
      'web/src/admin/user-profile/planted.ts',
      uses('../audit/screen.ts') + "export * from '../users/user-queries.ts'\n",
    ],
    ['an area that imports the public.ts of another', area('planted.ts'), uses('../session/public.ts')],
    ['an error for developers', area('planted.ts'), "throw new Error('The start of a run was not recorded.')\n"],
    ['a line of the log', area('planted.ts'), "export const note = (log: Log) => log.warn('The disk is full now')\n"],
    ['a text of the tables', 'web/src/ui/Planted.tsx', shown('<p title={t.close}>{t.close}</p>')],
    ['a statement for the database', area('planted.ts'), "export const find = 'select id from users where id = $1'\n"],
    [
      'a command, and a reader of the request',
      area('planted.ts'),
      'export function act(deps: Deps, { request }: CallContext, input: Input) {}\nexport const bindingOf = (request: RequestContext) => 1\n',
    ],
    ['a test that uses the factories', area('planted.test.ts'), uses('../../../test/make.ts')],
    [
      'a screen that calls its endpoint',
      'web/src/portal/planted/planted.ts',
      uses('@portico/contract/session/session.ts'),
    ],
    [
      'a contract built of codecs',
      'contract/src/planted.ts',
      "import * as z from 'zod/mini'\nexport const A = z.string()\n",
    ],
    [
      'a suppression with its reason',
      'web/src/planted.ts',
      ['// oxlint-disab', 'le-next-line no-var -- shown in docs\n'].join(''),
    ],
  ])('let pass %s', (_, file, text) => {
    expect(caught(file, text)).toEqual([])
  })
})

describe('lint', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const a${n} = ${n}\n`).join('')
  const cases: Planted[] = [
    ['typescript(no-floating-promises)', 'server/src/planted.ts', 'export function act() {\n  Promise.resolve(1)\n}\n'],
    [
      'typescript(no-misused-promises)',
      'server/src/planted.ts',
      'export const act = () => [1].forEach(async (n) => { await Promise.resolve(n) })\n',
    ],
    ['typescript(no-explicit-any)', 'server/src/planted.ts', 'export const act = (value: any) => String(value)\n'],
    ['import(no-default-export)', 'server/src/planted.ts', 'export default 1\n'],
    [
      'import(no-cycle)',
      'server/src/planted.ts',
      "import { other } from './planted-too.ts'\nexport const act = () => other\n",
    ],
    [
      'import(no-cycle)',
      'server/src/planted.ts',
      "import type { other } from './planted-too.ts'\nexport const act = (value: typeof other) => value\n",
    ],
    ['eslint(max-lines)', 'server/src/planted.ts', lines(301)],
    ['eslint(max-lines)', 'contract/src/planted.ts', lines(401)],
    [
      'eslint(max-lines-per-function)',
      'server/src/planted.ts',
      `export function act() {\n${'  act()\n'.repeat(60)}}\n`,
    ],
    ['eslint(max-lines-per-function)', 'web/src/Planted.tsx', `export function Act() {\n${'  Act()\n'.repeat(120)}}\n`],
    [
      'eslint(complexity)',
      'server/src/planted.ts',
      `export function act(n: number) {\n${Array.from({ length: 12 }, (_, n) => `  if (n === ${n}) return ${n}\n`).join('')}  return n\n}\n`,
    ],
  ]

  /** Each case in a file of its own, so that one run of the linter reads them all. */
  const planted = cases.map(([rule, file, text], index): Planted => [
    rule,
    file.replace(/planted(?=\.)/i, (name) => `${name}${index}`),
    text.replaceAll('./planted-too.ts', `./planted-too${index}.ts`),
  ])
  const accepted = 'contract/src/planted-accepted.ts'

  /** The rules that the linter names for each planted file. */
  function lintPlanted(): Map<string, string[]> {
    planted.forEach(([, file, text], index) => {
      plant(file, text)
      plant(
        `server/src/planted-too${index}.ts`,
        `import { act } from './planted${index}.ts'\nexport const other = act\n`,
      )
    })
    plant(accepted, lines(400))
    const files = [...planted.map(([, file]) => file), accepted]
    const result = spawnSync(command('oxlint'), ['--type-aware', '--format', 'json', ...files], {
      cwd: copy,
      encoding: 'utf8',
    })
    for (const file of files) removePlanted(file)
    planted.forEach((_, index) => removePlanted(`server/src/planted-too${index}.ts`))
    const { diagnostics } = JSON.parse(result.stdout) as { diagnostics: { code: string; filename: string }[] }
    const byFile = Map.groupBy(diagnostics, ({ filename }) => filename)
    return new Map([...byFile].map(([file, issues]) => [file, issues.map(({ code }) => code)]))
  }

  let found: Map<string, string[]>
  beforeAll(() => {
    found = lintPlanted()
  })

  it.each(planted)('catches %s in %s', (rule, file) => {
    expect(found.get(file)).toContain(rule)
  })

  it('accepts files of the size that is allowed', () => {
    expect(found.get(accepted)).toBeUndefined()
  })
})
