import type { Language } from '@portico/contract/texts/languages.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { type Message, type TextAudience, sentences } from '../../http/sentences.ts'

/** The address of the page that posts a form to an application. */
export const HAND_OFF_PATH = '/hand-off'
const PURPOSE = 'hand-off page'

/** What the hand-off page shows. */
export interface HandOffTitle {
  title: string
  language: Language
}

/** What the hand-off page shows, and where it may post. */
export interface HandOff extends HandOffTitle {
  /** Origins for form-action: the application's own, and those to which it redirects the post. */
  origins: readonly string[]
}

/** Seals what a hand-off page may do into its address, so that the page needs no session and reads nothing. */
export function handOffSeals(keys: KeyRing) {
  return {
    addressOf: ({ title, language, origins }: HandOff): string => {
      const content = Buffer.from(JSON.stringify([title, origins, language])).toString('base64url')
      return `${HAND_OFF_PATH}?${new URLSearchParams({ to: content, seal: keys.sign(PURPOSE, content) }).toString()}`
    },
    /** Undefined for anything that this portal has not sealed. */
    read: (content: string, seal: string): HandOff | undefined => {
      if (!keys.verify(PURPOSE, content, seal)) return undefined
      const sealed: unknown = JSON.parse(Buffer.from(content, 'base64url').toString())
      const [title, origins, language] = sealed as [string, string[], Language]
      return { title, origins, language }
    },
  }
}
export type HandOffSeals = ReturnType<typeof handOffSeals>

/** Returns words of the reader's client, in the reader's language. */
export type Say = (reader: TextAudience, message: Message) => Promise<string>

/** Returns what the hand-off page shows while an application opens. */
export async function openingTitle(
  { say }: { say: Say },
  call: Parameters<typeof audienceOf>[0],
  name: string,
): Promise<HandOffTitle> {
  const reader = audienceOf(call)
  return { title: await say(reader, sentences.sign_on_opening({ name })), language: reader.language }
}

/** Origins that a form to this address may reach. */
export const formOrigins = (url: string, others: readonly string[]): string[] => [
  ...new Set([new URL(url).origin, ...others]),
]
