import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { type Message, type Rewordings, shippedWording, type Texts, wordingOf } from '../../http/sentences.ts'

/** The resource table: shipped texts, reworded by rows of `resource_texts` for the portal or for one client. */
export interface TextService extends Texts {
  /** Returns a message in the wording of the client; null: the portal's own. */
  say(clientId: number | null, message: Message): Promise<string>
  /** Returns every text by its key, in the portal's own wording. */
  all(): Promise<Record<string, string>>
}

/** All nodes show a changed text at the latest after this time. */
const LIFETIME = { ttlMs: 2_000, maxEntries: 500 }

/** Clients have positive ids. */
const PORTAL = 0

/** The client’s come last and replace those of the portal. */
const rewordedTexts = `
  select key, content as text from resource_texts where client_id is null or client_id = $1
   order by client_id nulls first`

export function textService(db: Db): TextService {
  const lastKnown = new LRUCache<number, Rewordings>({ max: LIFETIME.maxEntries })
  const rewordings = ttlCache(LIFETIME, async (clientId: number): Promise<Rewordings> => {
    const rows = await db.prepared<{ key: string; text: string }>(rewordedTexts, [clientId])
    const found = Object.fromEntries(rows.map(({ key, text }) => [key, text]))
    lastKnown.set(clientId, found)
    return found
  })
  const lastKnownOf: Texts['lastKnownOf'] = (clientId) => {
    const found = lastKnown.get(clientId ?? PORTAL)
    return found ? wordingOf(found) : shippedWording
  }
  const of: Texts['of'] = async (clientId) => {
    try {
      return wordingOf(await rewordings.read(clientId ?? PORTAL))
    } catch {
      // An answer is worth more than its wording.
      return lastKnownOf(clientId)
    }
  }
  return {
    of,
    lastKnownOf,
    say: async (clientId, message) => (await of(clientId))(message),
    all: async () => ({ ...defaultTexts, ...(await rewordings.read(PORTAL)) }) as Record<string, string>,
  }
}
