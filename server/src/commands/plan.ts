import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import type { ChangeResult } from '../configuration/change-by-files.ts'
import { runConfiguration } from '../configuration/configuration-session.ts'
import { differenceText, printable } from '../configuration/difference-text.ts'
import { configurationKinds } from '../configuration/kinds/all-kinds.ts'
import type { FileSet } from '../configuration/managed-set.ts'
import { writePlan } from '../configuration/plan-file.ts'
import { readFiles } from '../configuration/read-files.ts'
import { StartError } from '../start-error.ts'
import { fileSetOf, readArguments, readSources, setOptions, type Sources } from './configuration-sources.ts'
import { type RunAs, withConfiguration } from './configuration-run.ts'

const usage = 'Usage: npm run portal -- plan FILE… --as USER-NAME [--set NAME] [--prune] [--out FILE] [--json]'

/** Exit code where the files have problems and nothing was applied. */
export const PROBLEMS_EXIT_CODE = 1
/** Exit code of `plan` where there are differences. */
const DIFFERENCES_EXIT_CODE = 2

/** `plan`: says what files of configuration would change; changes nothing. */
export async function planCommand(args: readonly string[]): Promise<void> {
  const options = { as: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' }, ...setOptions } as const
  const { values, positionals } = readArguments(args, options, usage)
  const { as } = values
  if (as === undefined || positionals.length === 0) throw new StartError(usage)
  const set = fileSetOf(values, usage)
  const sources = readSources(positionals)
  const { result, keys } = await withConfiguration('plan', async (runAs, ring) => ({
    result: await tryOut(runAs, as, sources, set),
    keys: ring,
  }))
  const { differences, newlyManaged, problems } = result
  if (values.json) process.stdout.write(resultJson(result))
  else {
    refuseProblems(result)
    process.stdout.write(`${differenceText(result)}\n`)
  }
  if (problems.length > 0) {
    process.exitCode = PROBLEMS_EXIT_CODE
    return
  }
  const { files, contents } = sources
  if (values.out !== undefined)
    writePrivate(values.out, writePlan({ as, set, files, contents, differences, newlyManaged }, keys))
  if (differences.length > 0) process.exitCode = DIFFERENCES_EXIT_CODE
}

/** Writes a file that only its owner may read, also where it was there with other rights. */
function writePrivate(name: string, text: string): void {
  const file = openSync(name, 'w', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Returns what the files would change: the change is made and undone. */
export async function tryOut(runAs: RunAs, as: string, sources: Sources, set: FileSet): Promise<ChangeResult> {
  const { result } = await runAs(as, async (transaction) => ({
    refused: true,
    result: await changed(transaction, sources, set),
  }))
  return result
}

/** Changes what the files state otherwise, in a transaction; nothing where the files themselves have problems. */
export async function changed(
  transaction: Omit<Parameters<typeof runConfiguration>[0], 'sources'>,
  { files, named }: Pick<Sources, 'files' | 'named'>,
  set: FileSet,
): Promise<ChangeResult> {
  const { entries, problems } = readFiles(files, configurationKinds)
  if (problems.length > 0) return { differences: [], problems, unchangedCount: 0, newlyManaged: [] }
  return runConfiguration({ ...transaction, sources: named }, set, entries)
}

/** @throws StartError with all problems, each with its place, where there are any */
export function refuseProblems({ problems }: ChangeResult): void {
  if (problems.length > 0)
    throw new StartError(problems.map(({ place, message }) => printable(`${place}: ${message}`)).join('\n'))
}

/** The result of a run for programs. */
export function resultJson({ differences, problems, unchangedCount, newlyManaged }: ChangeResult): string {
  const result = { differences, problems, unchanged: unchangedCount, newlyManaged: newlyManaged.length }
  return `${JSON.stringify(result, null, 2).split('\n').map(printable).join('\n')}\n`
}
