interface Turn<Value> {
  value: Promise<Value>
  /** For callers during the current read. */
  next?: Promise<Value>
}

/**
 * One read at a time for a key: a caller during a read waits for the next one, and shares it with all who wait. A page
 * that sends ten calls at once costs two or three reads, and every answer relies on a read that started after its
 * request.
 */
export function sharedReads<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const turns = new Map<string, Turn<Value>>()
  const begin = (key: string): Promise<Value> => {
    const turn: Turn<Value> = { value: load(key) }
    turns.set(key, turn)
    const over = () => {
      if (!turn.next) turns.delete(key)
    }
    turn.value.then(over, over)
    return turn.value
  }
  return (key) => {
    const turn = turns.get(key)
    if (!turn) return begin(key)
    const again = () => begin(key)
    turn.next ??= turn.value.then(again, again)
    return turn.next
  }
}
