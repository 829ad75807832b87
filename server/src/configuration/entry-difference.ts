import { createHash } from 'node:crypto'
import {
  type ConfigurationKind,
  type Entry,
  type FieldValue,
  foldedName,
  type KindContext,
} from './configuration-kind.ts'

/** A field whose value changes. */
export interface FieldDifference {
  readonly field: string
  readonly before: FieldValue
  readonly after: FieldValue
}

/** Returns the fields that a file states otherwise than they are. */
export async function differingFields(
  context: KindContext,
  kind: ConfigurationKind,
  present: Entry,
  stated: Entry,
): Promise<FieldDifference[]> {
  const compared = Object.entries(stated).filter(([field, value]) => value !== undefined && !kind.key.includes(field))
  const differing: FieldDifference[] = []
  for (const [field, after] of compared) {
    const before = present[field] ?? null
    const isSame =
      (await kind.isSame?.(context, field, before, after)) ??
      comparable(kind, field, after) === comparable(kind, field, before)
    if (!isSame) differing.push({ field, before, after })
  }
  return differing
}

/** Returns the fields of an entry that is removed, without its name and what is empty or not set. */
export const lostFields = (kind: ConfigurationKind, entry: Entry): FieldDifference[] =>
  Object.entries(entry)
    .filter(([field, value]) => !kind.key.includes(field) && !isEmpty(value))
    .map(([field, before]) => ({ field, before, after: null }))

const isEmpty = (value: FieldValue): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** The hash of a state, by which a plan notices that it has become another one. */
export const stateHash = (entry: Entry): string =>
  createHash('sha256').update(canonical(entry)).digest('base64url').slice(0, 22)

/** Returns a value in a form that is equal where two values of the field mean the same. */
export function comparable(
  { unordered = [], references = [] }: ConfigurationKind,
  field: string,
  value: FieldValue,
): string {
  const textOf = (one: unknown) => (references.includes(field) ? foldedName(canonical(one)) : canonical(one))
  if (!unordered.includes(field) || !Array.isArray(value)) return textOf(value ?? null)
  return canonical([...new Set(value.map(textOf))].toSorted())
}

/** JSON whose fields are in the order of their names, without those that are absent or null. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, each]) => each !== undefined && each !== null)
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
}
