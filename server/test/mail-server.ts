import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { freePort } from './free-port.ts'

/** A mail as it came over the wire. */
export interface ArrivedMail {
  from: string
  to: string[]
  /** Headers and body as they were sent. */
  raw: string
  parsed: Email
  wasEncrypted: boolean
  user: string | undefined
}

type Answer = string | undefined

export interface MailServerOptions extends Pick<SMTPServerOptions, 'secure' | 'key' | 'cert' | 'hideSTARTTLS'> {
  port?: number
  /** Asked for with AUTH where set. */
  credentials?: { user: string; password: string }
}

/**
 * A real mail server on loopback that keeps received mails. Each answer can be set: undefined accepts the mail, else
 * the reply.
 */
export interface MailServer {
  readonly port: number
  readonly arrived: ArrivedMail[]
  /** Connections that have been opened so far. */
  readonly connections: () => number
  answers: {
    from?: (address: string) => Answer
    to?: (address: string) => Answer
    data?: () => Answer | Promise<Answer>
  }
  stop(): Promise<void>
}

export async function startMailServer({
  port: wanted,
  credentials,
  ...options
}: MailServerOptions = {}): Promise<MailServer> {
  const port = wanted ?? (await freePort())
  const arrived: ArrivedMail[] = []
  let connections = 0
  const keep = async (stream: Readable, session: SMTPServerSession, done: (failure: Error | null) => void) => {
    const raw = await wholeOf(stream)
    // A client that disconnects in the middle gets no answer.
    if (!raw) return
    const answer = await mailServer.answers.data?.()
    if (answer !== undefined) return done(refusal(answer))
    const { mailFrom, rcptTo } = session.envelope
    arrived.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw: raw.toString('utf8'),
      parsed: await PostalMime.parse(raw),
      wasEncrypted: session.secure,
      user: session.user,
    })
    done(null)
  }
  const server = new SMTPServer({
    ...options,
    logger: false,
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    closeTimeout: 200,
    onConnect: (_, done) => {
      connections++
      done()
    },
    onAuth: ({ username, password }, _, done) => {
      const isRight = username === credentials?.user && password === credentials?.password
      done(isRight ? null : refusal('535 wrong user or password'), isRight ? { user: username ?? '' } : undefined)
    },
    onMailFrom: ({ address }, _, done) => done(refusal(mailServer.answers.from?.(address))),
    onRcptTo: ({ address }, _, done) => done(refusal(mailServer.answers.to?.(address))),
    onData: (stream, session, done) => void keep(stream, session, done),
  })
  // A client that gives up is no failure of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const mailServer: MailServer = {
    port,
    arrived,
    connections: () => connections,
    answers: {},
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  return mailServer
}

/** Converts '451 try later' for the server library. */
function refusal(answer: Answer): Error | null {
  if (answer === undefined) return null
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

async function wholeOf(stream: Readable): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await stream.toArray())
  } catch {
    return undefined
  }
}
