import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A message that a receiver got. */
export interface ReceivedMessage {
  headers: Record<string, string>
  body: string
}

interface Answer {
  status: number
  text?: string
  location?: string
}

export interface WebhookReceiver {
  address: string
  received: ReceivedMessage[]
  /** Decides how a message is answered, at once or later; by default with 204. */
  answer: (message: ReceivedMessage) => Answer | Promise<Answer>
  close: () => Promise<void>
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    address: '',
    received: [],
    answer: () => ({ status: 204 }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const message = { headers, body: Buffer.concat(parts).toString('utf8') }
      receiver.received.push(message)
      void Promise.resolve(receiver.answer(message)).then(({ status, text = '', location }) =>
        response.writeHead(status, location === undefined ? {} : { location }).end(text),
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}

/** The event of a message; throws where this secret has not signed it. */
export const openMessage = (secret: string, { headers, body }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(body, headers)
