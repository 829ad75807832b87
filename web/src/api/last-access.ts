import { isEmulatedTab } from './stored-values.ts'
import { onTabMessage, postToTabs } from './tab-channel.ts'

let last = Date.now()
const listeners = new Set<() => void>()

/** When the server last counted activity of this session in any tab, by this computer's clock. */
export const lastAccess = (): number => last

/** Call after the server answered a call that counts as activity. */
export function noteAccess(): void {
  advance(Date.now())
  postToTabs({ kind: 'active', at: last })
}

/** Calls `listener` when the last access changes; returns the function to unsubscribe. */
export function onAccess(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onTabMessage((message) => {
  // The server counts activity of an emulation for its administrator too, but not the other way round.
  if (message.kind === 'active' && !isEmulatedTab()) advance(message.at)
})

function advance(at: number) {
  if (at <= last) return
  last = at
  for (const listener of listeners) listener()
}
