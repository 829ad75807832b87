import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { directions, marks, namings, type Direction } from './architecture-rules.ts'
import { COMMAND_FILES, COMMAND_RULE, misshapenCommands } from './command-signatures.ts'
import { FLOOR_FILES, FLOOR_RULE, upwardImports } from './architecture-floors.ts'
import { WORDS_FILES, WORDS_RULE, wordsInCode } from './words-in-code.ts'
import { root } from './lib/runtime.mjs'

const SKIPPED = new Set(['.cache', '.git', '.types', 'data', 'dist', 'node_modules'])
const CODE = /\.(ts|tsx|mjs)$/
const TEXT = /\.(ts|tsx|mjs|json|md|sql|css|html|ya?ml|sh)$|^Dockerfile$|^\.ci\/run$/
/** Written by programs, or the rules themselves. */
const NOT_OURS = /^package-lock\.json$|^docs\/api\//

export interface Breach {
  file: string
  rule: string
  what: string
}

/** Every breach of the architecture rules in the repository at `folder`, or in some files of it. */
export function breaches(folder: string, files: readonly string[] = filesBelow(folder)): Breach[] {
  return files
    .filter((file) => !NOT_OURS.test(file))
    .flatMap((file) => [
      ...namings.filter(({ isBroken }) => isBroken(file)).map(({ rule }) => ({ file, rule, what: 'its name' })),
      ...(TEXT.test(file) ? brokenMarks(file, readFileSync(path.join(folder, file), 'utf8')) : []),
      ...(CODE.test(file) ? brokenDirections(folder, file) : []),
      ...(COMMAND_FILES.test(file) ? brokenCommands(folder, file) : []),
      ...(WORDS_FILES.test(file) ? brokenWords(folder, file) : []),
    ])
}

function brokenMarks(file: string, text: string): Breach[] {
  const lines = text.split('\n')
  return marks
    .filter(({ files }) => files.test(file))
    .flatMap(({ rule, text: mark }) =>
      lines.flatMap((line, at) => (mark.test(line) ? [{ file: `${file}:${at + 1}`, rule, what: line.trim() }] : [])),
    )
}

function brokenDirections(folder: string, file: string): Breach[] {
  const targets = importsOf(path.join(folder, file)).map((specifier) => targetOf(folder, file, specifier))
  const upward = FLOOR_FILES.test(file) ? upwardImports(file, targets) : []
  const forbidden = directions
    .map((direction) => ({ direction, taken: direction.from.exec(file) }))
    .flatMap(({ direction, taken }) =>
      taken
        ? targets
            .filter((target) => isForbidden(direction, taken, target))
            .map((what) => ({ file, rule: direction.rule, what }))
        : [],
    )
  return [...forbidden, ...upward.map((what) => ({ file, rule: FLOOR_RULE, what }))]
}

function brokenCommands(folder: string, file: string): Breach[] {
  const names = misshapenCommands(file, readFileSync(path.join(folder, file), 'utf8'))
  return names.map((what) => ({ file, rule: COMMAND_RULE, what }))
}

function brokenWords(folder: string, file: string): Breach[] {
  const words = wordsInCode(file, readFileSync(path.join(folder, file), 'utf8'))
  return words.map((what) => ({ file, rule: WORDS_RULE, what }))
}

function isForbidden({ to, except }: Direction, taken: RegExpExecArray, target: string): boolean {
  if (!to.test(target)) return false
  return except === undefined || !new RegExp(except.replaceAll('$1', taken[1] ?? '')).test(target)
}

/** Imports of a file: statements, re-exports and `import()` with a literal. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end))
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamic.filter((argument) => /^(['"`]).*\1$/.test(argument)).map((argument) => argument.slice(1, -1)),
  ]
}

/** A specifier as architecture-rules.ts names it. */
function targetOf(folder: string, file: string, specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  const own = /^@portico\/contract\/(.*)/.exec(specifier)
  const target = own ? `contract/src/${own[1]}` : path.posix.join(path.posix.dirname(file), specifier)
  if (!own && !specifier.startsWith('.')) return `npm:${specifier}`
  return ['', '.ts', '.tsx'].map((ending) => target + ending).find((name) => isFile(path.join(folder, name))) ?? target
}

const isFile = (file: string) => existsSync(file) && CODE.test(file)

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name)
      return entry.isDirectory() ? filesBelow(folder, name) : [name]
    })
}

if (import.meta.main) {
  const found = breaches(root)
  for (const { file, rule, what } of found) console.error(`${file}: ${rule} (${what})`)
  process.exitCode = found.length > 0 ? 1 : 0
}
