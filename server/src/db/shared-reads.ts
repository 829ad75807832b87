import { DatabaseUnavailable } from './database-unavailable.ts'

interface Turn<Value> {
  /** Undefined once the read is over. */
  value: Promise<Value> | undefined
  /** For callers during the current read. */
  next?: Promise<Value>
}

/**
 * One read at a time for a key: a caller during a read waits for the next one, and shares it with all who wait. A page
 * that sends ten calls at once costs two or three reads, and every answer relies on a read that started after its
 * request. Where the database was not available, who waited is told so at once: another try would double their wait.
 */
export function sharedReads<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const turns = new Map<string, Turn<Value>>()
  const begin = (key: string): Promise<Value> => {
    const value = load(key)
    const turn: Turn<Value> = { value }
    turns.set(key, turn)
    const over = () => {
      if (!turn.next) turns.delete(key)
      // A map that changes all the time leaves old tables behind, and they would keep the value until a full collection.
      turn.value = undefined
    }
    value.then(over, over)
    return value
  }
  return (key) => {
    const turn = turns.get(key)
    if (!turn?.value) return turn?.next ?? begin(key)
    const again = () => begin(key)
    turn.next ??= turn.value.then(again, (error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) return again()
      turns.delete(key)
      throw error
    })
    return turn.next
  }
}
