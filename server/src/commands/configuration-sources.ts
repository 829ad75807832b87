import { isUtf8 } from 'node:buffer'
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_SET, type FileSet } from '../configuration/managed-set.ts'
import type { NamedSources } from '../configuration/configuration-session.ts'
import type { PlanFile } from '../configuration/plan-file.ts'
import type { SourceFile } from '../configuration/read-files.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { StartError } from '../start-error.ts'

/** Bytes that a file of configuration may have. */
const FILE_MAX_MB = 10
const FILE_MAX_BYTES = FILE_MAX_MB * 1024 * 1024

/** The files of a run, and what they name. */
export interface Sources {
  readonly files: readonly SourceFile[]
  readonly named: NamedSources
  /** Files that entries have named so far, by their paths. */
  readonly contents: ReadonlyMap<string, Buffer>
}

/** Reads files, and the YAML files of folders and their subfolders in the order of their names. @throws StartError */
export function readSources(names: readonly string[]): Sources {
  const found = names.flatMap((name) => filesAt(name).map((file) => ({ ...file, text: readText(file.name) })))
  const contents = new Map<string, Buffer>()
  const content = (named: string, from: string) => {
    const place = path.join(path.dirname(from), named)
    const root = found.find(({ name }) => name === from)?.root ?? path.dirname(from)
    const bytes = contents.get(place) ?? readWithin(root, path.isAbsolute(named) ? named : place)
    if (typeof bytes !== 'string') contents.set(place, bytes)
    return bytes
  }
  const files = found.map(({ name, text }) => ({ name, text }))
  return { files, contents, named: { content } }
}

/** The files that a plan holds. */
export function sourcesOfPlan({ files, contents: held }: PlanFile): Sources {
  const contents = new Map(Object.entries(held).map(([place, text]) => [place, Buffer.from(text, 'base64')]))
  const content = (named: string, from: string) =>
    contents.get(path.join(path.dirname(from), named)) ?? 'is not in the plan'
  return { files, contents, named: { content } }
}

/** A file to read, and the folder that paths in it may not leave. */
interface FoundFile {
  readonly name: string
  readonly root: string
}

function filesAt(name: string): FoundFile[] {
  if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [{ name, root: path.dirname(name) }]
  const found = yamlFilesIn(name).map((each) => ({ name: each, root: name }))
  if (found.length === 0) throw new StartError(`The folder ${name} has no files that end in .yaml.`)
  return found
}

/** YAML files of a folder and its subfolders; what begins with a dot, such as .git, is left out. */
function yamlFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((each) => !each.startsWith('.'))
    .toSorted()
    .flatMap((each) => {
      const place = path.join(folder, each)
      if (/\.ya?ml$/i.test(each) && statSync(place, { throwIfNoEntry: false })?.isFile()) return [place]
      // Not of links, which may lead back to where they are.
      return lstatSync(place).isDirectory() ? yamlFilesIn(place) : []
    })
}

/** Returns the text of a file. @throws StartError where there is none, or it cannot be read, is too large or is not UTF-8 */
export function readText(name: string): string {
  if (!statSync(name, { throwIfNoEntry: false })) throw new StartError(`There is no file or folder ${name}.`)
  const bytes = readBytes(name)
  if (!bytes) throw new StartError(`The file ${name} cannot be read, or has more than ${FILE_MAX_MB} MB.`)
  if (!isUtf8(bytes)) throw new StartError(`The file ${name} is not UTF-8. Save it as UTF-8.`)
  return bytes.toString('utf8')
}

/** Bytes of a file within a folder, also where links lead to it; or what is wrong with it. */
function readWithin(folder: string, name: string): Buffer | string {
  const bytes = readBytes(name)
  if (!bytes) return 'cannot be read'
  const way = path.relative(realpathSync(folder), realpathSync(name))
  return way.startsWith('..') || path.isAbsolute(way) ? 'is outside of the folder of the files' : bytes
}

function readBytes(name: string): Buffer | undefined {
  const found = statSync(name, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > FILE_MAX_BYTES) return undefined
  return readFileSync(name)
}

/** Options that say which files are applied together, and whether what they managed formerly is removed. */
export const setOptions = { set: { type: 'string' }, prune: { type: 'boolean' } } as const

/** Most characters of the name of a set of files. */
const SET_NAME_MAX = 100

/** Returns the set that options name. @throws StartError with the usage where it has no name */
export function fileSetOf(
  { set = DEFAULT_SET, prune = false }: { set?: string | undefined; prune?: boolean | undefined },
  usage: string,
): FileSet {
  const name = plainName(set)
  if (name === '' || name.length > SET_NAME_MAX)
    throw new StartError(`--set is a name of at most ${SET_NAME_MAX} characters. ${usage}`)
  return { name, isPruned: prune }
}

type Options = Record<string, { type: 'string' | 'boolean' }>

/** Reads the arguments of a command. @throws StartError with the usage */
export function readArguments<const O extends Options>(args: readonly string[], options: O, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
}
