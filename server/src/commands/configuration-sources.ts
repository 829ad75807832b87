import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { NamedSources } from '../configuration/configuration-session.ts'
import type { PlanFile } from '../configuration/plan-file.ts'
import type { SourceFile } from '../configuration/read-files.ts'
import { StartError } from '../start-error.ts'

/** Bytes that a file of configuration may have. */
const FILE_MAX_BYTES = 10 * 1024 * 1024

/** The files of a run, and what they name. */
export interface Sources {
  readonly files: readonly SourceFile[]
  readonly named: NamedSources
  /** Files that entries have named so far, by their paths. */
  readonly contents: ReadonlyMap<string, Buffer>
}

/** Reads files, and the YAML files of folders in the order of their names. @throws StartError */
export function readSources(names: readonly string[]): Sources {
  const files = names.flatMap(filesAt).map((name) => ({ name, text: readText(name) }))
  const contents = new Map<string, Buffer>()
  const content = (named: string, from: string) => {
    const place = path.join(path.dirname(from), named)
    const bytes = contents.get(place) ?? readBytes(place)
    if (bytes) contents.set(place, bytes)
    return bytes
  }
  return { files, contents, named: { content } }
}

/** The files that a plan holds. */
export function sourcesOfPlan({ files, contents: held }: PlanFile): Sources {
  const contents = new Map(Object.entries(held).map(([place, text]) => [place, Buffer.from(text, 'base64')]))
  const content = (named: string, from: string) => contents.get(path.join(path.dirname(from), named))
  return { files, contents, named: { content } }
}

function filesAt(name: string): string[] {
  if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name]
  const found = readdirSync(name)
    .filter((each) => /\.ya?ml$/.test(each))
    .toSorted()
    .map((each) => path.join(name, each))
  if (found.length === 0) throw new StartError(`The folder ${name} has no files that end in .yaml.`)
  return found
}

/** Returns the text of a file. @throws StartError where it cannot be read or is too large */
export function readText(name: string): string {
  const bytes = readBytes(name)
  if (!bytes) throw new StartError(`The file ${name} cannot be read, or has more than ${FILE_MAX_BYTES} bytes.`)
  return bytes.toString('utf8')
}

function readBytes(name: string): Buffer | undefined {
  const found = statSync(name, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > FILE_MAX_BYTES) return undefined
  return readFileSync(name)
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
