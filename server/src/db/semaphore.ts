interface Waiting {
  start: () => void
  timer: NodeJS.Timeout
}

/** Limits how many tasks run at a time. The others wait in order, at most `timeoutMs`. */
export class Semaphore {
  readonly #timeoutMs: number
  readonly #waiting: Waiting[] = []
  #free: number

  /** @param timeoutMs Milliseconds a task waits for its turn. */
  constructor(width: number, timeoutMs: number) {
    this.#free = width
    this.#timeoutMs = timeoutMs
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs the task when it is its turn. @throws what `onTimeout` makes after `timeoutMs` of waiting. */
  async run<Result>(
    work: () => Promise<Result>,
    onTimeout: () => Error,
    timeoutMs: number = this.#timeoutMs,
  ): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await this.#turn(onTimeout, timeoutMs)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #turn(onTimeout: () => Error, timeoutMs: number): Promise<void> {
    return new Promise((start, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(onTimeout())
      }, timeoutMs)
      const waiting: Waiting = { start, timer }
      this.#waiting.push(waiting)
    })
  }

  /** Gives the free place to the task that has waited longest, so that a new task cannot overtake it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (!next) return void this.#free++
    clearTimeout(next.timer)
    next.start()
  }
}
