import { mailTexts, type MailTexts } from '@portico/contract/texts/mail-texts.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { type Message, type Rewordings, type Texts, wordingOf } from '../../http/sentences.ts'

/** The resource table: shipped texts, reworded by rows of `resource_texts` for the portal or for one client. */
export interface TextService extends Texts {
  /** Returns a message in the wording of the client; null: the portal's own. */
  say(clientId: number | null, message: Message): Promise<string>
  /** Returns the texts of mails in the wording of their reader's client; null: the portal's own. Never fails. */
  ofMails(clientId: number | null): Promise<MailTexts>
  /** Returns every text of the browser by its key, in the portal's own wording. */
  all(): Promise<Record<string, string>>
  /** Returns the texts of the browser that are worded for a client, or for everyone, by key. */
  ofClient(clientId: number): Promise<Record<string, string>>
  /** Forgets what this node has read, after a change. */
  forget(): void
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
  const lastRead = (clientId: number | null) => lastKnown.get(clientId ?? PORTAL) ?? {}
  /** An answer is worth more than its wording. */
  const readable = (clientId: number | null) => rewordings.read(clientId ?? PORTAL).catch(() => lastRead(clientId))
  const of: Texts['of'] = async (clientId) => wordingOf(await readable(clientId))
  return {
    of,
    lastKnownOf: (clientId) => wordingOf(lastRead(clientId)),
    say: async (clientId, message) => (await of(clientId))(message),
    ofMails: async (clientId) => replaced(mailTexts, await readable(clientId)),
    forget: () => rewordings.clear(),
    ofClient: async (clientId) =>
      Object.fromEntries(
        Object.entries(await rewordings.read(clientId)).filter(
          (entry): entry is [string, string] => entry[0] in defaultTexts && entry[1] !== undefined,
        ),
      ),
    all: async () => replaced(defaultTexts, await rewordings.read(PORTAL)),
  }
}

/** Returns texts with those of their keys that are reworded; their placeholders are those of the shipped text. */
const replaced = <Shipped extends Readonly<Record<string, string>>>(texts: Shipped, rewordings: Rewordings): Shipped =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, rewordings[key] ?? text])) as Shipped
