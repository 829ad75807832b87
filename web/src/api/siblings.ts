import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

/**
 * 'signed-out': the person asked for it. 'password-changed': he did, here or elsewhere. 'lost': the server
 * knows of no session and says no more. The others are the server's, or idle as seen here.
 */
export type EndReason = 'signed-out' | 'lost' | SessionEnd['endReason']

/** What the tabs of one browser tell each other. Only pages of this origin can listen. */
export type Word =
  | { kind: 'who-is-signed-in' }
  /** With all values of the session: what one tab stores reaches another later than its word. */
  | { kind: 'signed-in'; values: Readonly<Record<string, string>> }
  | { kind: 'ended'; sessionToken: string; reason: EndReason }
  | { kind: 'active'; at: number }

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portico')

export function tellSiblings(word: Word): void {
  channel?.postMessage(word)
}

/** Calls `hear` with what other tabs say; returns the way to stop. */
export function hearSiblings(hear: (word: Word) => void): () => void {
  const listen = (event: MessageEvent<Word>) => hear(event.data)
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
