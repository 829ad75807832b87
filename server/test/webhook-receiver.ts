import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobRegistry } from '../src/composition/job-registry.ts'
import { createLogger } from '../src/logging.ts'
import type { Portal } from './portal.ts'

/** A message that a receiver got. */
export interface ReceivedMessage {
  headers: Record<string, string>
  body: string
}

export interface WebhookReceiver {
  address: string
  received: ReceivedMessage[]
  /** Decides how a message is answered; by default with 204. */
  answer: (message: ReceivedMessage) => { status: number; text?: string; location?: string }
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
      const { status, text = '', location } = receiver.answer(message)
      response.writeHead(status, location === undefined ? {} : { location }).end(text)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}

/** Runs the job that sends events once, as every minute. */
export async function deliverEvents({ database, config, storage, hashing }: Portal): Promise<void> {
  const jobs = jobRegistry({ database, config, transport: null, storage, hashing, scanner: null })
  const job = jobs.find(({ name }) => name === 'deliver-events')
  const logger = createLogger('silent', 'test')
  await job?.run({}, { signal: new AbortController().signal, logger, attempt: 1, parameters: '' })
}
