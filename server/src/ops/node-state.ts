/** Lifecycle of this node; used by readiness and by the answers to requests. */
export class NodeState {
  #phase: 'starting' | 'serving' | 'draining' = 'starting'

  get phase(): 'starting' | 'serving' | 'draining' {
    return this.#phase
  }

  /** Requests can be answered from now on. */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving'
  }

  /** No new requests are wanted; cannot be undone. */
  drain(): void {
    this.#phase = 'draining'
  }
}
