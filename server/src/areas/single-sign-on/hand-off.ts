import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Message } from '../../http/sentences.ts'

/** The address of the page that posts a form to an application. */
export const HAND_OFF_PATH = '/hand-off'
const PURPOSE = 'hand-off page'

/** What the hand-off page shows, and where it may post. */
export interface HandOff {
  title: string
  /** Origins for form-action: the application's own, and those to which it redirects the post. */
  origins: readonly string[]
}

/** Seals what a hand-off page may do into its address, so that the page needs no session and reads nothing. */
export function handOffSeals(keys: KeyRing) {
  return {
    addressOf: ({ title, origins }: HandOff): string => {
      const content = Buffer.from(JSON.stringify([title, origins])).toString('base64url')
      return `${HAND_OFF_PATH}?${new URLSearchParams({ to: content, seal: keys.sign(PURPOSE, content) }).toString()}`
    },
    /** Undefined for anything that this portal has not sealed. */
    read: (content: string, seal: string): HandOff | undefined => {
      if (!keys.verify(PURPOSE, content, seal)) return undefined
      const [title, origins] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string, string[]]
      return { title, origins }
    },
  }
}
export type HandOffSeals = ReturnType<typeof handOffSeals>

/** Returns words of the caller's client. */
export type Say = (clientId: number | null, message: Message) => Promise<string>

/** Origins that a form to this address may reach. */
export const formOrigins = (url: string, others: readonly string[]): string[] => [
  ...new Set([new URL(url).origin, ...others]),
]
