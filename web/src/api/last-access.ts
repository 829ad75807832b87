import { hearSiblings, tellSiblings } from './siblings.ts'

let last = Date.now()
const listeners = new Set<() => void>()

/** When the server last saw this session at work, in whichever tab, by this computer's clock. */
export const lastAccess = (): number => last

/** The server has just answered a call that counts as activity. */
export function noteAccess(): void {
  move(Date.now())
  tellSiblings({ kind: 'active', at: last })
}

/** Calls `listener` whenever the last access moves; returns the way to stop. */
export function onAccess(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

hearSiblings((word) => {
  if (word.kind === 'active') move(word.at)
})

function move(at: number) {
  if (at <= last) return
  last = at
  for (const listener of listeners) listener()
}
