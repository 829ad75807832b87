import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

/**
 * 'signed-out': the user signed out. 'password-changed': the user changed the password, in any browser. 'lost': the
 * server does not know the session and gives no reason. The others come from the server; idle also from this
 * browser's own timer.
 */
export type EndReason = 'signed-out' | 'lost' | SessionEnd['endReason']

/** Messages between the tabs of one browser. Only pages of this origin receive them. */
export type TabMessage =
  | { kind: 'who-is-signed-in' }
  /** Contains all values of the session, because storage events may arrive later than this message. */
  | { kind: 'signed-in'; values: Readonly<Record<string, string>> }
  | { kind: 'ended'; sessionToken: string; reason: EndReason }
  | { kind: 'active'; at: number }

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portico')

export function postToTabs(message: TabMessage): void {
  channel?.postMessage(message)
}

/** Calls `listener` with messages of other tabs; returns the function to unsubscribe. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data)
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}
