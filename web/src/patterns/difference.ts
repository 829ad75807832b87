export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** The fields that differ between two states of a record; null for a record that does not exist. */
export function difference(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => JSON.stringify(change.before ?? null) !== JSON.stringify(change.after ?? null))
}

/** A value of a record as text; undefined for an empty one. */
export function textOfValue(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map((one) => textOfValue(one) ?? '').join(', ') || undefined
  return JSON.stringify(value)
}
