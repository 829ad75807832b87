import { createInterface } from 'node:readline/promises'
import { normalizeUserName } from '@portico/contract/users/user-details-rules.ts'
import type { ChangeResult } from '../configuration/change-by-files.ts'
import { differenceText, printable } from '../configuration/difference-text.ts'
import {
  changedSincePlan,
  type PlanFile,
  type PlannedResult,
  readPlan,
  sentencesSincePlan,
} from '../configuration/plan-file.ts'
import type { FileSet } from '../configuration/managed-set.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import { StartError } from '../start-error.ts'
import {
  fileSetOf,
  readArguments,
  readSources,
  readText,
  setOptions,
  type Sources,
  sourcesOfPlan,
} from './configuration-sources.ts'
import { type RunAs, withConfiguration } from './configuration-run.ts'
import { changed, PROBLEMS_EXIT_CODE, refuseProblems, resultJson, tryOut } from './plan.ts'

const usage =
  'Usage: npm run portal -- apply FILE… --as USER-NAME [--set NAME] [--prune] [--yes [--json]], or: apply PLAN [--as USER-NAME] [--json]'

/** `apply`: changes what files of configuration state otherwise, or what a plan says. */
export async function applyCommand(args: readonly string[]): Promise<void> {
  const { names, as, set, isSure, isJson } = readApplied(args)
  const [plan] = names
  const result = await withConfiguration('apply', (runAs, keys) =>
    plan !== undefined && isPlan(names)
      ? applyPlan(runAs, planAt(plan, as, keys), isJson)
      : applyFiles(runAs, { as: as ?? '', set }, readSources(names), { isAsked: !isSure, isJson }),
  )
  if (isJson) process.stdout.write(resultJson(result))
  if (result.problems.length > 0) process.exitCode = PROBLEMS_EXIT_CODE
  else if (!isJson && changesSomething(result)) process.stdout.write('Applied.\n')
}

/** True where an apply does more than to confirm what it has applied before. */
const changesSomething = ({ differences, newlyManaged }: ChangeResult): boolean =>
  differences.length > 0 || newlyManaged.length > 0

const isPlan = (names: readonly string[]) => names.length === 1 && names[0]?.endsWith('.json') === true

/** @throws StartError */
function readApplied(args: readonly string[]) {
  const options = {
    as: { type: 'string' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
    ...setOptions,
  } as const
  const { values, positionals: names } = readArguments(args, options, usage)
  const { as, yes: isSure = false, json: isJson = false } = values
  if (names.length === 0) throw new StartError(usage)
  if (!isPlan(names) && isJson && !isSure) throw new StartError(`--json does not ask, and needs --yes. ${usage}`)
  if (!isPlan(names) && as === undefined) throw new StartError(`--as is missing. ${usage}`)
  if (isPlan(names) && (values.set !== undefined || values.prune))
    throw new StartError(`A plan says itself which set its files are of, and whether it prunes. ${usage}`)
  return { names, as, set: fileSetOf(values, usage), isSure, isJson }
}

/** Reads a plan that this installation made for this administrator, where one is stated. @throws StartError */
function planAt(name: string, as: string | undefined, keys: KeyRing): PlanFile {
  const plan = readPlan(readText(name), keys)
  if (plan === 'other') throw new StartError(`The file ${name} is no plan of this version. ${usage}`)
  if (plan === 'edited')
    throw new StartError(
      `The plan ${name} was changed after it was made, or by another installation. Nothing was applied. Plan again.`,
    )
  if (as !== undefined && normalizeUserName(as) !== normalizeUserName(plan.as))
    throw new StartError(`The plan ${name} is applied as ${plan.as}, and --as names ${as}. Nothing was applied.`)
  return plan
}

async function applyPlan(runAs: RunAs, plan: PlanFile, isJson: boolean): Promise<ChangeResult> {
  if (!isJson) process.stdout.write(printable(`As ${plan.as}:`) + '\n')
  const { fileSet: name, isPruned } = plan
  const result = await commit(runAs, sourcesOfPlan(plan), { ...plan, set: { name, isPruned } })
  if (isJson) return result
  refuseProblems(result)
  process.stdout.write(`${differenceText(result)}\n`)
  return result
}

async function applyFiles(
  runAs: RunAs,
  { as, set }: { as: string; set: FileSet },
  sources: Sources,
  { isAsked, isJson }: { isAsked: boolean; isJson: boolean },
): Promise<ChangeResult> {
  const planned = await tryOut(runAs, as, sources, set)
  if (!isJson) {
    refuseProblems(planned)
    process.stdout.write(`${differenceText(planned)}\n`)
  }
  if (planned.problems.length > 0) return planned
  // Without a difference, too: when files were applied last is shown beside what they manage.
  if (isAsked && changesSomething(planned)) await confirm()
  const result = await commit(runAs, sources, {
    as,
    set,
    differences: [...planned.differences],
    newlyManaged: [...planned.newlyManaged],
  })
  if (!isJson) refuseProblems(result)
  return result
}

/** Changes all of it, or nothing where something is not as the plan saw it. */
async function commit(
  runAs: RunAs,
  sources: Sources,
  plan: PlannedResult & { as: string; set: FileSet },
): Promise<ChangeResult> {
  const { result, since } = await runAs(plan.as, async (transaction) => {
    const made = await changed(transaction, sources, plan.set)
    const sentences = sentencesSincePlan(changedSincePlan(plan, made))
    return { refused: made.problems.length > 0 || sentences !== undefined, result: made, since: sentences }
  })
  if (result.problems.length === 0 && since !== undefined)
    throw new StartError(`${printable(since)} Nothing was applied. Plan again.`)
  return result
}

async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError('Nothing was applied: without a terminal, --yes is needed.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Apply? Only "yes" does: ')
    if (answer.trim() !== 'yes') throw new StartError('Nothing was applied.')
  } finally {
    terminal.close()
  }
}
