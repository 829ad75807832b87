/** Replaces a value that must not be stored. */
const HIDDEN = '(hidden)'

type Values = Record<string, unknown>

/**
 * Returns what differs between two states of a record, by key; all of a state when the other is null. Null when
 * nothing differs. Of a secret only the fact that it changed is included.
 */
export function differenceOf<State extends object>(
  before: State | null,
  after: State | null,
  secret: readonly string[] = [],
): { before?: Values; after?: Values } | null {
  const old = (before ?? {}) as Values
  const now = (after ?? {}) as Values
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]),
  )
  if (changed.length === 0) return null
  const part = (values: Values): Values =>
    Object.fromEntries(
      changed
        .filter((key) => values[key] !== undefined)
        .map((key) => [key, secret.includes(key) && values[key] !== null ? HIDDEN : values[key]]),
    )
  return { ...(before && { before: part(old) }), ...(after && { after: part(now) }) }
}
