import { z } from 'zod'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { ChangeResult } from './change-by-files.ts'
import type { EntryName } from './configuration-kind.ts'
import type { FileSet } from './managed-set.ts'
import type { SourceFile } from './read-files.ts'
import { parseJson } from '../parse-json.ts'

/** Version of the form of plans. */
const PLAN_VERSION = 4

const PlannedName = z.object({ kind: z.string(), noun: z.string(), title: z.string(), key: z.string() })

const PlannedDifference = z.object({
  ...PlannedName.shape,
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
  /** What no files managed when the plan was made. */
  newlyManaged: z.array(PlannedName),
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
  const read = SignedPlanFile.safeParse(parseJson(text)).data
  if (!read) return 'other'
  const { plan, signature } = read
  return keys.verify(PURPOSE, JSON.stringify(plan), signature) ? plan : 'edited'
}

/** What a plan is made of. */
interface PlannedRun extends Pick<ChangeResult, 'differences' | 'newlyManaged'> {
  readonly as: string
  readonly set: FileSet
  readonly files: readonly SourceFile[]
  readonly contents: ReadonlyMap<string, Buffer>
}

/** Returns the text of a plan, signed with the first key of the ring. */
export function writePlan({ as, set, files, contents, differences, newlyManaged }: PlannedRun, keys: KeyRing): string {
  // In the order of the shape, as it is read again.
  const plan = PlanFile.parse({
    porticoPlan: PLAN_VERSION,
    as,
    fileSet: set.name,
    isPruned: set.isPruned,
    files: [...files],
    contents: Object.fromEntries([...contents].map(([path, bytes]) => [path, bytes.toString('base64')])),
    differences: [...differences],
    newlyManaged: [...newlyManaged],
  })
  return `${JSON.stringify({ plan, signature: keys.sign(PURPOSE, JSON.stringify(plan)) }, null, 2)}\n`
}

/** What a run comes to, as far as a plan keeps it. */
export type PlannedResult = Pick<PlanFile, 'differences' | 'newlyManaged'>

const nameOf = ({ kind, key }: Pick<EntryName, 'kind' | 'key'>) => `${kind} ${key}`

/** What is not as a plan saw it. */
export interface SincePlan {
  /** Titles of entries that would be changed otherwise. */
  readonly changed: readonly string[]
  /** How many others files manage that none managed then. */
  readonly managedCnt: number
  /** How many others no files manage any more. */
  readonly releasedCnt: number
}

/** Returns what is not as the plan saw it. */
export function changedSincePlan(plan: PlannedResult, result: ChangeResult): SincePlan {
  const now = new Map(result.differences.map((each) => [nameOf(each), each]))
  const differing = plan.differences.filter((each) => {
    const other = now.get(nameOf(each))
    return other?.seen !== each.seen || other.action !== each.action
  })
  const others = [...differing, ...without(result.differences, plan.differences)]
  const changed = new Map(others.map((each) => [nameOf(each), `${each.noun} "${each.title}"`]))
  const isOther = (each: EntryName) => !changed.has(nameOf(each))
  return {
    changed: [...changed.values()],
    managedCnt: without(plan.newlyManaged, result.newlyManaged).filter(isOther).length,
    releasedCnt: without(result.newlyManaged, plan.newlyManaged).filter(isOther).length,
  }
}

/** Most entries that a sentence names. */
const NAMED_MAX = 20

/** Returns what has changed since a plan, in a few sentences; undefined where nothing has. */
export function sentencesSincePlan({ changed, managedCnt, releasedCnt }: SincePlan): string | undefined {
  const named = changed.slice(0, NAMED_MAX).join(', ')
  const more = changed.length > NAMED_MAX ? ` and ${changed.length - NAMED_MAX} more` : ''
  const parts = [
    ...(changed.length > 0 ? [`Changed since the plan: ${named}${more}.`] : []),
    ...(managedCnt > 0 ? [`Managed by files since the plan, without another change: ${counted(managedCnt)}.`] : []),
    ...(releasedCnt > 0 ? [`No longer managed by files since the plan: ${counted(releasedCnt)}.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

const counted = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/** What a list names and another one does not. */
function without(list: readonly EntryName[], other: readonly EntryName[]): EntryName[] {
  const names = new Set(other.map(nameOf))
  return list.filter((each) => !names.has(nameOf(each)))
}
