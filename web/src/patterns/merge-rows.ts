/** What tells the rows of a list apart. */
type Key = number | string

/**
 * Merges the rows of a list that the user has edited with newly loaded ones: a row that they changed, added or removed
 * since `before` is theirs, any other one is the loaded one.
 */
export function mergeRows<Row>(
  values: readonly Row[],
  before: readonly Row[],
  loaded: readonly Row[],
  keyOf: (row: Row) => Key,
): Row[] {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [keyOf(row), row]))
  const [mine, base, theirs] = [byKey(values), byKey(before), byKey(loaded)]
  const keys = new Set([...theirs.keys(), ...mine.keys()])
  return [...keys].flatMap((key) => {
    const isOwn = JSON.stringify(mine.get(key)) !== JSON.stringify(base.get(key))
    const row = isOwn ? mine.get(key) : theirs.get(key)
    return row === undefined ? [] : [row]
  })
}

/** The value of a field that the user has changed, with newly loaded ones: a list of ids is merged entry by entry. */
export const mergeField = (value: unknown, before: unknown, loaded: unknown): unknown =>
  isMergedByEntry(value) && isMergedByEntry(before) && isMergedByEntry(loaded)
    ? mergeRows(value, before, loaded, (key) => key)
    : value

/** True for a value that keeps what others have changed in it; see `mergeField`. */
export const isMergedByEntry = (value: unknown): value is Key[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'number')

/**
 * Like `mergeRows`, for a list whose order matters: it is the user's where they have moved rows, the loaded one
 * otherwise. A row that is only in the other list stays before the row that follows it there.
 */
export function mergeOrderedRows<Row>(
  values: readonly Row[],
  before: readonly Row[],
  loaded: readonly Row[],
  keyOf: (row: Row) => Key,
): Row[] {
  const rows = new Map(mergeRows(values, before, loaded, keyOf).map((row) => [keyOf(row), row]))
  const isMoved =
    JSON.stringify(commonKeys(values, before, keyOf)) !== JSON.stringify(commonKeys(before, values, keyOf))
  const [leading, other] = isMoved ? [values, loaded] : [loaded, values]
  const keys = leading.map(keyOf).filter((key) => rows.has(key))
  const others = other.map(keyOf).filter((key) => rows.has(key))
  for (const [at, key] of [...others.entries()].toReversed()) {
    if (keys.includes(key)) continue
    const next = others[at + 1]
    keys.splice(next === undefined ? keys.length : keys.indexOf(next), 0, key)
  }
  return keys.flatMap((key) => rows.get(key) ?? [])
}

/** The keys of the rows that are in the other list too, in the order of this one. */
export function commonKeys<Row>(rows: readonly Row[], others: readonly Row[], keyOf: (row: Row) => Key): Key[] {
  const isCommon = new Set(others.map(keyOf))
  return rows.map(keyOf).filter((key) => isCommon.has(key))
}
