import { LRUCache } from 'lru-cache'

/** Lifetime of an entry in milliseconds, and the number of entries that are kept; the least recently read go first. */
export interface TtlCacheOptions {
  ttlMs: number
  maxEntries: number
}

/** Values by key, loaded once per lifetime. */
export interface TtlCache<Key, Value> {
  read(key: Key): Promise<Value>
  /** Forgets every value of this node, after a change. */
  clear(): void
}

/**
 * Returns a cache that loads a value once for concurrent and later reads of its key; failures and missing values are
 * not kept. All nodes see a change at the latest after `ttlMs`; never use it for permissions.
 */
export function ttlCache<Key extends number | string, Value>(
  { ttlMs, maxEntries }: TtlCacheOptions,
  load: (key: Key) => Promise<Value>,
): TtlCache<Key, Value> {
  const perf = { now: () => performance.now() }
  const cache = new LRUCache<Key, { value: Promise<Value> }>({ max: maxEntries, ttl: ttlMs, ttlResolution: 0, perf })
  const forget = (key: Key, value: Promise<Value>) => {
    if (cache.peek(key)?.value === value) cache.delete(key)
  }
  return {
    clear: () => cache.clear(),
    read: (key) => {
      const kept = cache.get(key)
      if (kept) return kept.value
      const value = load(key)
      cache.set(key, { value })
      value.then(
        (found) => found === undefined && forget(key, value),
        () => forget(key, value),
      )
      return value
    },
  }
}
