import { z } from 'zod'
import { type FilterNode, parseFilter } from './filter.ts'
import { type Attribute, findAttribute, messageSchema, type ResourceKind, resolvePath } from './scim-schema.ts'
import { requestError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'
import { bodyOfSchema, isObject } from './scim-values.ts'

const kinds = ['add', 'replace', 'remove'] as const

/** An operation of a PATCH, with one path. */
export interface PatchOperation {
  readonly kind: (typeof kinds)[number]
  readonly path: string
  readonly value: unknown
  /** One key of a value without a path: unknown and read-only attributes are passed over. */
  readonly isLenient: boolean
}

const PATH_MAX = 1_000

const PatchBody = z.object({
  Operations: z
    .array(z.looseObject({ op: z.string(), path: z.string().max(PATH_MAX).nullish(), value: z.unknown().optional() }))
    .min(1)
    .max(scimLimits.operations),
})

/** Reads the operations of a PATCH. Entra writes `op` in capitals, and keys of a value without a path are paths. */
export function readOperations(body: unknown): PatchOperation[] {
  const read = PatchBody.safeParse(bodyOfSchema(body, messageSchema('PatchOp')))
  if (!read.success) throw badOperations()
  const operations: PatchOperation[] = []
  for (const given of read.data.Operations) {
    operations.push(...operationsOf(given))
    // Each key of a value without a path counts as one.
    if (operations.length > scimLimits.operations) throw badOperations()
  }
  return operations
}

const badOperations = () =>
  requestError(
    `the list Operations must have 1 to ${scimLimits.operations} operations, each with its op`,
    'invalidSyntax',
  )

function operationsOf({ op, path, value }: z.output<typeof PatchBody>['Operations'][number]): PatchOperation[] {
  const kind = kinds.find((each) => each === op.toLowerCase())
  if (!kind) throw requestError('op must be add, replace or remove', 'invalidSyntax')
  if (path) return [{ kind, path, value, isLenient: false }]
  if (kind === 'remove') throw requestError('remove needs a path', 'noTarget')
  if (!isObject(value)) throw requestError('value must be an object where there is no path')
  const parts = Object.entries(value)
  if (parts.length > scimLimits.operations) throw badOperations()
  return parts.map(([key, part]) => ({ kind, path: key, value: part, isLenient: true }))
}

/** What a path names: attributes from the outside in, and of a list the values that a filter chooses and their part. */
export interface PatchTarget {
  readonly chain: readonly Attribute[]
  readonly filter: FilterNode | undefined
  readonly part: Attribute | undefined
}

/** Resolves the path of an operation; undefined where it names no attribute. */
export function targetOf(kind: ResourceKind, path: string): PatchTarget | undefined {
  const open = path.indexOf('[')
  const chain = resolvePath(kind, open < 0 ? path : path.slice(0, open))
  if (!chain || open < 0) return chain && { chain, filter: undefined, part: undefined }
  const list = chain.at(-1)
  const close = path.lastIndexOf(']')
  if (!list?.isMulti || close < open) return undefined
  const part = partAfter(list, path.slice(close + 1))
  return part === null ? undefined : { chain, filter: parseFilter(path.slice(open + 1, close)), part }
}

/** The part of a list's values that stands behind the filter; undefined where nothing does, null where nothing fits. */
function partAfter(list: Attribute, after: string): Attribute | undefined | null {
  if (after === '') return undefined
  return after.startsWith('.') ? (findAttribute(list.subs ?? [], after.slice(1)) ?? null) : null
}
