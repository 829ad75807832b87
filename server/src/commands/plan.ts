import { writeFileSync } from 'node:fs'
import type { ChangeResult } from '../configuration/change-by-files.ts'
import { runConfiguration } from '../configuration/configuration-session.ts'
import { differenceText } from '../configuration/difference-text.ts'
import { configurationKinds } from '../configuration/kinds/all-kinds.ts'
import { writePlan } from '../configuration/plan-file.ts'
import { readFiles } from '../configuration/read-files.ts'
import { StartError } from '../start-error.ts'
import { readArguments, readSources, type Sources } from './configuration-sources.ts'
import { type RunAs, withConfiguration } from './configuration-run.ts'

const usage = 'Usage: npm run portal -- plan FILE… --as USER-NAME [--out FILE] [--json]'

/** Exit code of `plan` where there are differences. */
const DIFFERENCES_EXIT_CODE = 2

/** `plan`: says what files of configuration would change; changes nothing. */
export async function planCommand(args: readonly string[]): Promise<void> {
  const options = { as: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values, positionals } = readArguments(args, options, usage)
  const { as } = values
  if (as === undefined || positionals.length === 0) throw new StartError(usage)
  const sources = readSources(positionals)
  const result = await withConfiguration('plan', (runAs) => tryOut(runAs, as, sources))
  if (values.json) process.stdout.write(resultJson(result))
  refuseProblems(result, values.json)
  if (!values.json) process.stdout.write(`${differenceText(result)}\n`)
  if (values.out !== undefined)
    writeFileSync(values.out, writePlan(as, sources.files, sources.contents, result.differences), { mode: 0o600 })
  if (result.differences.length > 0) process.exitCode = DIFFERENCES_EXIT_CODE
}

/** Returns what the files would change: the change is made and undone. */
export async function tryOut(runAs: RunAs, as: string, sources: Sources): Promise<ChangeResult> {
  const { result } = await runAs(as, async (transaction) => ({
    refused: true,
    result: await changed(transaction, sources),
  }))
  return result
}

/** Changes what the files state otherwise, in a transaction; nothing where the files themselves have problems. */
export async function changed(
  transaction: Omit<Parameters<typeof runConfiguration>[0], 'sources'>,
  { files, named }: Sources,
): Promise<ChangeResult> {
  const { entries, problems } = readFiles(files, configurationKinds)
  if (problems.length > 0) return { differences: [], problems, unchangedCount: 0 }
  return runConfiguration({ ...transaction, sources: named }, entries)
}

/** @throws StartError with all problems, each with its place, where there are any */
export function refuseProblems({ problems }: ChangeResult, isJson = false): void {
  if (problems.length === 0) return
  if (isJson) return void (process.exitCode = 1)
  throw new StartError(problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))
}

/** The result of a run for programs. */
export const resultJson = ({ differences, problems, unchangedCount }: ChangeResult): string =>
  `${JSON.stringify({ differences, problems, unchanged: unchangedCount }, null, 2)}\n`
