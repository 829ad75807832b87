/** How long an answer is believed, and how many are kept. */
export interface Memory {
  milliseconds: number
  most: number
}

/** Rows that every visit asks for and that seldom change, kept for a moment by their key. */
export interface Remembered<Key, Value> {
  read(key: Key): Promise<Value>
}

/**
 * Asks once for what many ask for at the same time or shortly after. Other nodes and this one see a
 * change at the latest after `milliseconds`; nothing that decides what a person may do is kept here.
 */
export function remembered<Key, Value>(
  { milliseconds, most }: Memory,
  load: (key: Key) => Promise<Value>,
): Remembered<Key, Value> {
  const kept = new Map<Key, { until: number; value: Promise<Value> }>()
  return {
    read: (key) => {
      const known = kept.get(key)
      if (known && known.until > performance.now()) return known.value
      const value = load(key)
      if (kept.size >= most) kept.clear()
      kept.set(key, { until: performance.now() + milliseconds, value })
      // What failed, or is not there, is asked for again.
      value.then(
        (found) => found === undefined && kept.delete(key),
        () => kept.delete(key),
      )
      return value
    },
  }
}
