import { Semaphore } from './semaphore.ts'

/** A semaphore for each key, such as a user: tasks of one key wait for each other, and not for those of others. */
export class Semaphores<Key> {
  readonly #width: number
  readonly #timeoutMs: number
  /** Of keys that have tasks now. */
  readonly #ofKeys = new Map<Key, { turns: Semaphore; tasks: number }>()

  /** @param timeoutMs Milliseconds a task waits for its turn. */
  constructor(width: number, timeoutMs: number) {
    this.#width = width
    this.#timeoutMs = timeoutMs
  }

  /** Runs the task when it is its turn. @throws what `onTimeout` makes after `timeoutMs` of waiting. */
  async run<Result>(key: Key, work: () => Promise<Result>, onTimeout: () => Error): Promise<Result> {
    const ofKey = this.#ofKeys.get(key) ?? { turns: new Semaphore(this.#width, this.#timeoutMs), tasks: 0 }
    this.#ofKeys.set(key, ofKey)
    ofKey.tasks += 1
    try {
      return await ofKey.turns.run(work, onTimeout)
    } finally {
      ofKey.tasks -= 1
      if (ofKey.tasks === 0) this.#ofKeys.delete(key)
    }
  }
}
