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
export function ttlCache<Key extends number | string, Value extends NonNullable<unknown> | undefined>(
  { ttlMs, maxEntries }: TtlCacheOptions,
  load: (key: Key) => Promise<Value>,
): TtlCache<Key, Value> {
  const cache = new LRUCache<Key, NonNullable<Value>>({
    max: maxEntries,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    fetchMethod: async (key) => (await load(key)) as NonNullable<Value>,
    // A value that is being loaded while the cache is cleared goes to those who wait for it, and is not kept.
    ignoreFetchAbort: true,
  })
  return { clear: () => cache.clear(), read: async (key) => (await cache.fetch(key)) as Value }
}
