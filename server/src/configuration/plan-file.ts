import { z } from 'zod'
import type { Difference } from './change-by-files.ts'
import type { SourceFile } from './read-files.ts'

/** Version of the form of plans. */
export const PLAN_VERSION = 2

const PlannedDifference = z.object({
  kind: z.string(),
  noun: z.string(),
  title: z.string(),
  key: z.string(),
  action: z.enum(['add', 'change', 'remove']),
  seen: z.string(),
})

const PlanFile = z.object({
  /** Version of this form of a plan. */
  porticoPlan: z.literal(PLAN_VERSION),
  /** User ID of the administrator in whose name it is applied. */
  as: z.string(),
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Files that entries name, in base64. */
  contents: z.record(z.string(), z.string()),
  differences: z.array(PlannedDifference),
})
export type PlanFile = z.output<typeof PlanFile>

/** Returns the plan that a text holds; undefined where it is something else. */
export function readPlan(text: string): PlanFile | undefined {
  try {
    return PlanFile.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Returns the text of a plan. */
export function writePlan(
  as: string,
  files: readonly SourceFile[],
  contents: ReadonlyMap<string, Buffer>,
  differences: readonly Difference[],
): string {
  const plan: PlanFile = {
    porticoPlan: PLAN_VERSION,
    as,
    files: files.map(({ name, text }) => ({ name, text })),
    contents: Object.fromEntries([...contents].map(([path, bytes]) => [path, bytes.toString('base64')])),
    differences: differences.map(({ kind, noun, title, key, action, seen }) => ({
      kind,
      noun,
      title,
      key,
      action,
      seen,
    })),
  }
  return `${JSON.stringify(plan, null, 2)}\n`
}

const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/** Returns what is not as the plan saw it, by its name; empty where all of it is. */
export function changedSincePlan(plan: PlanFile, differences: readonly Difference[]): string[] {
  const now = new Map(differences.map((each) => [nameOf(each), each]))
  const planned = new Set(plan.differences.map(nameOf))
  const changed = plan.differences.filter((each) => {
    const other = now.get(nameOf(each))
    return other?.seen !== each.seen || other.action !== each.action
  })
  return [...changed, ...differences.filter((each) => !planned.has(nameOf(each)))].map(
    ({ noun, title }) => `${noun} "${title}"`,
  )
}
