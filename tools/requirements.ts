// The requirements of docs/requirements and where source and tests name them.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/requirements')
const PROOFS = 'proofs.md'

const DEFINED = /^\| ([A-Z]{4}-\d{3}|[SR]\d{2}[a-z]?|[A-M]\d{1,2}|N-\d) \|/gm
const LONG_ID = /\b([A-Z]{4})-(\d{3})(?:\.\.(\d{3}))?\b/g
const SHORT_ID = /\b[SR]\d{2}[a-d]?\b/g
/** 'decision E4', 'decisions B1, B15 and D3', 'rule C1'. */
const POINTS = /\b(?:[Dd]ecisions?|[Rr]ules?) ((?:[A-M]\d{1,2}|N-\d)(?:(?:, | and |, and )(?:[A-M]\d{1,2}|N-\d))*)/g
const SOURCE = /\.(ts|tsx|mjs|sql|md)$/
const TEST = /(\.(test|journey)\.tsx?$)|(^server\/test\/)|(^web\/test\/)/

interface Mention {
  readonly id: string
  readonly file: string
}

/** Every id that a page of docs/requirements defines, with the page's file name. */
export function definedRequirements(): ReadonlyMap<string, string> {
  const pages = readdirSync(folder).filter((name) => name !== 'README.md' && name !== PROOFS)
  return new Map(
    pages.flatMap((page) =>
      [...readFileSync(path.join(folder, page), 'utf8').matchAll(DEFINED)].map((row) => [row[1] ?? '', page] as const),
    ),
  )
}

/** The ids that a text names; a range such as `UADM-060..064` names each of its ids. */
export function namedRequirements(text: string): readonly string[] {
  const long = [...text.matchAll(LONG_ID)].flatMap(([, area = '', first = '', last]) => {
    const from = Number(first)
    return Array.from({ length: Math.max(1, Number(last ?? first) - from + 1) }, (_, index) => {
      return `${area}-${String(from + index).padStart(3, '0')}`
    })
  })
  const short = [...text.matchAll(SHORT_ID)].map(([id]) => id)
  const points = [...text.matchAll(POINTS)].flatMap(([, list = '']) => list.match(/[A-M]\d{1,2}|N-\d/g) ?? [])
  return [...new Set([...long, ...short, ...points])]
}

/** Where files of the repository name requirements; areas that no page has, such as `UTF-8`, are no ids. */
export function mentions(): readonly Mention[] {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const areas = new Set([...definedRequirements().keys()].map((id) => id.split('-')[0]))
  return files
    .filter((file) => SOURCE.test(file) && !file.startsWith('docs/requirements/'))
    .flatMap((file) =>
      namedRequirements(readFileSync(path.join(root, file), 'utf8'))
        .filter((id) => !/^[A-Z]{4}-/.test(id) || areas.has(id.slice(0, 4)))
        .map((id) => ({ id, file })),
    )
}

/** docs/requirements/proofs.md: for each requirement the tests that name it. */
export function proofsPage(): string {
  const byId = new Map<string, string[]>()
  for (const { id, file } of mentions()) if (TEST.test(file)) byId.set(id, [...(byId.get(id) ?? []), file])
  const sections = [...Map.groupBy(definedRequirements(), ([, page]) => page)].map(([page, ids]) => {
    const rows = ids.map(([id]) => `| ${id} | ${(byId.get(id) ?? ['–']).toSorted().join('<br>')} |`)
    return `## [${page.replace('.md', '')}](${page})\n\n| id | tests |\n|---|---|\n${rows.join('\n')}\n`
  })
  return `# Tests by requirement\n\nWritten by \`npm run docs\` from the ids that tests name. A requirement that a test names is not proven by that alone; one that none names is marked with –.\n\n${sections.join('\n')}`
}

export const proofsFile = path.join(folder, PROOFS)
