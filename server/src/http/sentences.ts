import { formatMessage, type PlaceholdersOf } from '@portico/contract/texts/format-message.ts'
import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { defaultTexts, type TextKey } from '@portico/contract/texts/texts.ts'

/** Value of a placeholder; sentences are put into the same wording, several of them with commas between. */
type Value = string | number | MessageRef | readonly MessageRef[]

/** A text of the resource table by its key. It gets its words when it is sent, because clients reword texts. */
export class MessageRef {
  readonly key: TextKey
  readonly values: Readonly<Record<string, Value>>
  constructor(key: TextKey, values: Readonly<Record<string, Value>> = {}) {
    this.key = key
    this.values = values
  }
}

/** What an answer says: sentences of the resource table. */
export type Message = MessageRef | readonly MessageRef[]

/** The message of an answer that is data alone. */
export const noMessage: Message = []

type Names<Key extends TextKey> = PlaceholdersOf<(typeof defaultTexts)[Key]>

/** A sentence, or for a text with placeholders the function that fills them. */
type SentenceOf<Key extends TextKey> = [Names<Key>] extends [never]
  ? MessageRef
  : (values: { readonly [Name in Names<Key>]: Value }) => MessageRef

const sentenceOf = (key: TextKey): MessageRef | ((values: Readonly<Record<string, Value>>) => MessageRef) =>
  defaultTexts[key].includes('{') ? (values) => new MessageRef(key, values) : new MessageRef(key)

/** Every text of the resource table, to be used in answers. */
export const sentences = Object.fromEntries(
  (Object.keys(defaultTexts) as TextKey[]).map((key) => [key, sentenceOf(key)]),
) as unknown as { readonly [Key in TextKey]: SentenceOf<Key> }

/** Texts by key that replace the shipped ones, in one language. */
export type Rewordings = Readonly<Partial<Record<string, string>>>

/** Returns the words of a message. */
export type Translate = (message: Message) => string

export function translateTo(language: Language, rewordings: Rewordings = {}): Translate {
  const shipped = shippedTexts[language]
  const translate: Translate = (message) => {
    if (!(message instanceof MessageRef)) return message.map(translate).join(' ')
    const values = Object.entries(message.values).map(([name, value]) => [
      name,
      typeof value === 'object' ? [value].flat().map(translate).join(', ') : value,
    ])
    const text = rewordings[message.key] ?? shipped[message.key]
    return formatMessage(text, Object.fromEntries(values) as never, language)
  }
  return translate
}

/** The words of the product as shipped, for what is recorded and for answers without a request. */
export const translateAsShipped = translateTo(SOURCE_LANGUAGE)

/** Who reads a text. */
export interface TextAudience {
  /** Null: the portal's own wording, for visitors. */
  readonly clientId: number | null
  readonly language: Language
}

/** The wording of each client in each language. Implemented by the texts area. */
export interface Texts {
  /** The language of readers who chose none and whose browser asks for none. */
  readonly defaultLanguage: Language
  /** Never fails. */
  of(reader: TextAudience): Promise<Translate>
  /** The wording as it was last read; reads nothing. */
  lastKnownOf(reader: TextAudience): Translate
}

/** The texts as shipped, for a server without a database. */
export const textsAsShipped: Texts = {
  defaultLanguage: SOURCE_LANGUAGE,
  of: ({ language }) => Promise.resolve(translateTo(language)),
  lastKnownOf: ({ language }) => translateTo(language),
}
