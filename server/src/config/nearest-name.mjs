/**
 * Returns the name that is written most like another; undefined where there is none to compare.
 * @param {string} name
 * @param {readonly string[]} known
 */
export function nearest(name, known) {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .toSorted((a, b) => a.distance - b.distance)[0]?.candidate
}

/** Levenshtein distance, row by row. @param {string} a @param {string} b */
export function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}
