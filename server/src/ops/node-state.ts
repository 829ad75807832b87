/** Where this node stands in its life; readiness and the answers to requests go by it. */
export class NodeState {
  #phase: 'starting' | 'serving' | 'draining' = 'starting'

  get phase(): 'starting' | 'serving' | 'draining' {
    return this.#phase
  }

  /** Requests can be answered from now on. */
  started(): void {
    if (this.#phase === 'starting') this.#phase = 'serving'
  }

  /** No new requests are wanted; there is no way back. */
  drain(): void {
    this.#phase = 'draining'
  }
}
