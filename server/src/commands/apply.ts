import { createInterface } from 'node:readline/promises'
import type { ChangeResult } from '../configuration/change-by-files.ts'
import { differenceText } from '../configuration/difference-text.ts'
import { type PlanFile, changedSincePlan, PLAN_VERSION, readPlan } from '../configuration/plan-file.ts'
import { StartError } from '../start-error.ts'
import { readArguments, readSources, readText, type Sources, sourcesOfPlan } from './configuration-sources.ts'
import { type RunAs, withConfiguration } from './configuration-run.ts'
import { changed, refuseProblems, resultJson, tryOut } from './plan.ts'

const usage = 'Usage: npm run portal -- apply PLAN | FILE… --as USER-NAME [--yes] [--json]'

/** `apply`: changes what files of configuration state otherwise, or what a plan says. */
export async function applyCommand(args: readonly string[]): Promise<void> {
  const options = { as: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const
  const { values, positionals } = readArguments(args, options, usage)
  const [first] = positionals
  if (first === undefined) throw new StartError(usage)
  const plan = positionals.length === 1 ? readPlanAt(first) : undefined
  const as = values.as ?? plan?.as
  if (as === undefined) throw new StartError(`--as is missing. ${usage}`)
  const isJson = values.json ?? false
  const isAsked = !plan && !values.yes
  const result = await withConfiguration('apply', (runAs) =>
    plan
      ? commit(runAs, as, sourcesOfPlan(plan), plan)
      : applyFiles(runAs, as, readSources(positionals), { isAsked, isJson }),
  )
  if (isJson) process.stdout.write(resultJson(result))
  else if (plan) process.stdout.write(`${differenceText(result)}\n`)
  if (!isJson && result.differences.length > 0) process.stdout.write('Applied.\n')
}

function readPlanAt(name: string): PlanFile | undefined {
  if (!name.endsWith('.json')) return undefined
  const plan = readPlan(readText(name))
  if (!plan) throw new StartError(`The file ${name} is no plan of this version. ${usage}`)
  return plan
}

async function applyFiles(
  runAs: RunAs,
  as: string,
  sources: Sources,
  { isAsked, isJson }: { isAsked: boolean; isJson: boolean },
): Promise<ChangeResult> {
  const planned = await tryOut(runAs, as, sources)
  refuseProblems(planned)
  if (!isJson) process.stdout.write(`${differenceText(planned)}\n`)
  if (planned.differences.length === 0) return planned
  if (isAsked) await confirm()
  const { differences } = planned
  return commit(runAs, as, sources, { porticoPlan: PLAN_VERSION, as, files: [], contents: {}, differences: [...differences] })
}

/** Changes all of it, or nothing where something is not as the plan saw it. */
async function commit(runAs: RunAs, as: string, sources: Sources, plan: PlanFile): Promise<ChangeResult> {
  const { result, others } = await runAs(as, async (transaction) => {
    const made = await changed(transaction, sources)
    const since = changedSincePlan(plan, made.differences)
    return { refused: made.problems.length > 0 || since.length > 0, result: made, others: since }
  })
  refuseProblems(result)
  if (others.length > 0)
    throw new StartError(`Changed since the plan: ${others.join(', ')}. Nothing was applied. Plan again.`)
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
