import { createHash } from 'node:crypto'
import { TEXT_MESSAGE_TYPE_ID } from '@portico/contract/sign-in/sign-in.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { MailTexts } from '@portico/contract/mail/mail-texts.ts'
import { shippedMailTexts, shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import {
  type Message,
  type TextAudience,
  type Rewordings,
  type Texts,
  type Translate,
  translateTo,
} from '../../http/sentences.ts'

/** All texts of the browser in one language. */
export interface TaggedTexts {
  readonly texts: Readonly<Record<string, string>>
  /** An entity tag: another one after every change. */
  readonly etag: string
}

/** The texts of mails in one language, and the wording of all others. */
export interface MailWording {
  readonly language: Language
  readonly texts: MailTexts
  readonly say: Translate
}

/** The resource table: shipped texts, reworded by rows of `resource_texts` for the portal or for one client. */
export interface TextService extends Texts {
  /** Returns a message in the wording of the reader's client. */
  say(reader: TextAudience, message: Message): Promise<string>
  /** Returns the texts of mails in the wording of their reader's client. Never fails. */
  ofMails(reader: TextAudience): Promise<MailWording>
  /** Returns every text of the browser by its key, in the portal's own wording, with a tag of this state. */
  all(language: Language): Promise<TaggedTexts>
  /** Returns the texts of the browser that are worded for a client, or for everyone, by key. */
  ofClient(reader: TextAudience): Promise<Record<string, string>>
  /** Forgets what this node has read, after a change. */
  forget(): void
}

/** All nodes show a changed text at the latest after this time. */
const LIFETIME = { ttlMs: 2_000, maxEntries: 500 }

/** Clients have positive ids. */
const PORTAL = 0

/** The client’s come last and replace those of the portal. The portal’s own type of text messages has no words. */
const rewordedTexts = statement([int, text], {
  name: 'texts: reworded texts',
  text: `
  (select '${TEXT_MESSAGE_TYPE_ID}' as key, id::text as text from notification_types where is_text_message
    order by is_protected desc, id limit 1)
  union all
  (select key, content from resource_texts where (client_id is null or client_id = $1) and language = $2
    order by client_id nulls first)`,
  row: { key: text, text },
})

type CacheKey = `${number} ${Language}`
const cacheKeyOf = ({ clientId, language }: TextAudience): CacheKey => `${clientId ?? PORTAL} ${language}`

/** Returns the service that words texts for a client and a language; see `TextService`. */
export function textService(db: Db, defaultLanguage: Language): TextService {
  const lastKnown = new LRUCache<CacheKey, Rewordings>({ max: LIFETIME.maxEntries })
  const rewordings = ttlCache(LIFETIME, async (cacheKey: CacheKey): Promise<Rewordings> => {
    const [clientId = '', language = ''] = cacheKey.split(' ')
    const rows = await run(db, rewordedTexts(Number(clientId), language))
    const found = Object.fromEntries(rows.map(({ key, text }) => [key, text]))
    lastKnown.set(cacheKey, found)
    return found
  })
  const lastRead = (reader: TextAudience) => lastKnown.get(cacheKeyOf(reader)) ?? {}
  /** An answer is worth more than its wording. */
  const readable = (reader: TextAudience) => rewordings.read(cacheKeyOf(reader)).catch(() => lastRead(reader))
  const of: Texts['of'] = async (reader) => translateTo(reader.language, await readable(reader))
  return {
    defaultLanguage,
    of,
    lastKnownOf: (reader) => translateTo(reader.language, lastRead(reader)),
    say: async (reader, message) => (await of(reader))(message),
    ofMails: async (reader) => {
      const { language } = reader
      const found = await readable(reader)
      return { language, texts: replaced(shippedMailTexts[language], found), say: translateTo(language, found) }
    },
    forget: () => rewordings.clear(),
    ofClient: async (reader) =>
      Object.fromEntries(
        Object.entries(await rewordings.read(cacheKeyOf(reader))).filter(
          (entry): entry is [string, string] => entry[0] in defaultTexts && entry[1] !== undefined,
        ),
      ),
    all: async (language) => taggedTexts(language, await rewordings.read(cacheKeyOf({ clientId: null, language }))),
  }
}

/** Made once for what was read: all visitors of the next seconds get the same. */
const tagged = new WeakMap<Rewordings, TaggedTexts>()

function taggedTexts(language: Language, rewordings: Rewordings): TaggedTexts {
  const known = tagged.get(rewordings)
  if (known) return known
  const { [TEXT_MESSAGE_TYPE_ID]: typeId } = rewordings
  const texts = {
    ...replaced(shippedTexts[language], rewordings),
    ...(typeId !== undefined && { [TEXT_MESSAGE_TYPE_ID]: typeId }),
  }
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)
  const made = { texts, etag: `"${language}-${hash}"` }
  tagged.set(rewordings, made)
  return made
}

/** Returns texts with those of their keys that are reworded; their placeholders are those of the shipped text. */
const replaced = <Shipped extends Readonly<Record<string, string>>>(texts: Shipped, rewordings: Rewordings): Shipped =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, rewordings[key] ?? text])) as Shipped
