import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { configurationSchema } from '../configuration/configuration-schema.ts'
import { changingContext } from '../configuration/configuration-session.ts'
import { printable } from '../configuration/difference-text.ts'
import { exportFiles } from '../configuration/export-files.ts'
import { configurationKinds } from '../configuration/kinds/all-kinds.ts'
import { countOf } from '../count-of.ts'
import { StartError } from '../start-error.ts'
import { withConfiguration } from './configuration-run.ts'
import { readArguments } from './configuration-sources.ts'
import { schemaText } from './schema.ts'

const usage = 'Usage: npm run portal -- export FOLDER --as USER-NAME'
const noSources = { content: () => 'cannot be read' }

/** `export`: writes the present configuration into the files of a folder. */
export async function exportCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { as: { type: 'string' } } as const, usage)
  const [folder] = positionals
  const { as } = values
  if (folder === undefined || as === undefined || positionals.length > 1) throw new StartError(usage)
  if (statSync(folder, { throwIfNoEntry: false }) && readdirSync(folder).length > 0)
    throw new StartError(`The folder ${folder} is not empty.`)
  const { exported } = await withConfiguration('export', (runAs) =>
    runAs(as, async (transaction) => ({
      refused: true,
      exported: await exportFiles(changingContext({ ...transaction, sources: noSources }), configurationKinds),
    })),
  )
  mkdirSync(folder, { recursive: true })
  for (const { name, bytes } of exported.files) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  writeFileSync(path.join(folder, 'configuration.schema.json'), schemaText(configurationSchema()))
  const left = exported.leftOut.map(({ title, why }) => `${printable(`Left out: ${title}: ${why}.`)}\n`)
  process.stdout.write(`${left.join('')}${countOf(exported.files.length, 'file')} in ${folder}.\n`)
}
