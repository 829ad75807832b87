import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { StartError } from '../start-error.ts'

/** Returns the one folder argument of a command, as an absolute path, and its options. */
export function oneFolder(command: string, args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...rest] = positionals
    if (folder && rest.length === 0) return { folder: path.resolve(folder), values }
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${hint(command)}`, { cause: error })
  }
  throw new StartError(`Name one folder. ${hint(command)}`)
}

const hint = (command: string) => `"npm run portal -- ${command} --help" says more.`
