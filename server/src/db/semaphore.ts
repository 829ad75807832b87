interface Waiting {
  enter: () => void
  timer: NodeJS.Timeout
}

/** Lets so many works run at a time; the others wait in the order they came, and not for ever. */
export class Semaphore {
  readonly #patience: number
  readonly #waiting: Waiting[] = []
  #free: number

  /** @param patience Milliseconds that a work waits for its turn. */
  constructor(width: number, patience: number) {
    this.#free = width
    this.#patience = patience
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs the work when it is its turn; throws what `tired` makes where that takes too long. */
  async run<Result>(work: () => Promise<Result>, tired: () => Error): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await this.#turn(tired)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #turn(tired: () => Error): Promise<void> {
    return new Promise((enter, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(tired())
      }, this.#patience)
      const waiting: Waiting = { enter, timer }
      this.#waiting.push(waiting)
    })
  }

  /** The place goes straight to who has waited longest, so that nobody who comes now slips in before. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (!next) return void this.#free++
    clearTimeout(next.timer)
    next.enter()
  }
}
