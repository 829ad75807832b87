/**
 * Merges the rows of a list that the user has edited with newly loaded ones: a row that they changed, added or removed
 * since `before` is theirs, any other one is the loaded one.
 */
export function mergeRows<Row>(
  values: readonly Row[],
  before: readonly Row[],
  loaded: readonly Row[],
  keyOf: (row: Row) => number | string,
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
