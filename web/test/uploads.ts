import { vi } from 'vitest'
import { fakeFetch } from './answer.ts'

/** The part of XMLHttpRequest that uploads use, answered like every other call of a test. */
class Request extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #path = ''
  #headers = new Headers()
  #answered = new Headers()

  open(method: string, path: string): void {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name)
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }

  send(body: FormData): void {
    void fakeFetch(this.#path, { method: this.#method, headers: this.#headers, body }).then(
      async (answer) => {
        this.status = answer.status
        this.#answered = answer.headers
        this.responseText = await answer.text()
        this.dispatchEvent(new Event('load'))
      },
      () => this.dispatchEvent(new Event('error')),
    )
  }
}

/** Connects uploads of the page to the canned answers. */
export const uploadsGoToServer = (): void => void vi.stubGlobal('XMLHttpRequest', Request)
