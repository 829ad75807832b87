/** Runs a function on each item, so many at a time. */
export async function atOnce<T>(items: Iterable<T>, work: (item: T) => Promise<void>, lanes = 8): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
