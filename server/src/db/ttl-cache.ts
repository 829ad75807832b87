/** Lifetime of an entry in milliseconds, and the number of entries after which the cache is cleared. */
export interface TtlCacheOptions {
  ttlMs: number
  maxEntries: number
}

/** Values by key, loaded once per lifetime. */
export interface TtlCache<Key, Value> {
  read(key: Key): Promise<Value>
}

/**
 * Returns a cache that loads a value once for concurrent and later reads of its key. All nodes see a change at the
 * latest after `ttlMs`; never use it for permissions.
 */
export function ttlCache<Key, Value>(
  { ttlMs, maxEntries }: TtlCacheOptions,
  load: (key: Key) => Promise<Value>,
): TtlCache<Key, Value> {
  const kept = new Map<Key, { expiresAt: number; value: Promise<Value> }>()
  return {
    read: (key) => {
      const known = kept.get(key)
      if (known && known.expiresAt > performance.now()) return known.value
      const value = load(key)
      if (kept.size >= maxEntries) kept.clear()
      kept.set(key, { expiresAt: performance.now() + ttlMs, value })
      // Failures and missing values are not cached.
      value.then(
        (found) => found === undefined && kept.delete(key),
        () => kept.delete(key),
      )
      return value
    },
  }
}
