import { z } from 'zod'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Difference } from './change-by-files.ts'
import type { FileSet } from './managed-set.ts'
import type { SourceFile } from './read-files.ts'

/** Version of the form of plans. */
const PLAN_VERSION = 3

const PlannedDifference = z.object({
  kind: z.string(),
  noun: z.string(),
  title: z.string(),
  key: z.string(),
  action: z.enum(['add', 'change', 'remove', 'release']),
  seen: z.string(),
})

const PlanFile = z.object({
  /** Version of this form of a plan. */
  porticoPlan: z.literal(PLAN_VERSION),
  /** User ID of the administrator in whose name it is applied. */
  as: z.string(),
  /** Name of the set of files. */
  fileSet: z.string(),
  /** What the set managed, and no file states any more, is removed. */
  isPruned: z.boolean(),
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Files that entries name, in base64. */
  contents: z.record(z.string(), z.string()),
  differences: z.array(PlannedDifference),
})
export type PlanFile = z.output<typeof PlanFile>

const SignedPlanFile = z.object({ plan: PlanFile, signature: z.string() })

/** For which purpose the key ring signs plans. */
const PURPOSE = 'configuration plan'

/**
 * Returns the plan that a text holds; 'other' where it is something else, 'edited' where no key of the ring has signed
 * it so.
 */
export function readPlan(text: string, keys: KeyRing): PlanFile | 'other' | 'edited' {
  const read = SignedPlanFile.safeParse(parsed(text)).data
  if (!read) return 'other'
  const { plan, signature } = read
  return keys.verify(PURPOSE, JSON.stringify(plan), signature) ? plan : 'edited'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a plan is made of. */
interface PlannedRun {
  readonly as: string
  readonly set: FileSet
  readonly files: readonly SourceFile[]
  readonly contents: ReadonlyMap<string, Buffer>
  readonly differences: readonly Difference[]
}

/** Returns the text of a plan, signed with the first key of the ring. */
export function writePlan({ as, set, files, contents, differences }: PlannedRun, keys: KeyRing): string {
  // In the order of the shape, as it is read again.
  const plan = PlanFile.parse({
    porticoPlan: PLAN_VERSION,
    as,
    fileSet: set.name,
    isPruned: set.isPruned,
    files: [...files],
    contents: Object.fromEntries([...contents].map(([path, bytes]) => [path, bytes.toString('base64')])),
    differences: [...differences],
  })
  return `${JSON.stringify({ plan, signature: keys.sign(PURPOSE, JSON.stringify(plan)) }, null, 2)}\n`
}

const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/** Returns what is not as the plan saw it, by its name; empty where all of it is. */
export function changedSincePlan(plan: Pick<PlanFile, 'differences'>, differences: readonly Difference[]): string[] {
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
