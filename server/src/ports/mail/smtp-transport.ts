import { createTransport, type NodemailerError } from 'nodemailer'
import type { SmtpServer } from '../../config/smtp-address.ts'
import { type Mail, MailRefused, MailServerUnavailable, type MailTransport } from './mail-transport.ts'
import { isPlainAddress } from './plain-address.ts'

export interface SmtpTransportOptions {
  readonly server: SmtpServer
  /** Address of the sender. */
  readonly from: string
  /** Certificates to trust besides the well-known ones. */
  readonly ca?: string
  /** Milliseconds to wait for a reply once connected; by default REPLY_MS. */
  readonly replyMs?: number
  /** Milliseconds to connect and greet; by default CONNECT_MS. */
  readonly connectMs?: number
}

/** Milliseconds until the name is resolved, the connection is open and the server has greeted. */
const CONNECT_MS = 5_000
/** More for a reply: virus scanning servers are slow, and a mail that timed out too early is sent twice. */
const REPLY_MS = 20_000
/** Milliseconds for one mail in all, for servers that answer a byte at a time. */
const MAIL_MS = 50_000
/** Connections are kept for the next mails of a batch, and closed before the server closes them. */
const IDLE_MS = 3_000

/** Sends mails to a mail server over a few persistent connections. */
export function smtpTransport({
  server,
  from,
  ca,
  replyMs = REPLY_MS,
  connectMs = CONNECT_MS,
}: SmtpTransportOptions): MailTransport & { verify(): Promise<void>; close(): void } {
  const { host, port, credentials, encryption } = server
  const transporter = createTransport({
    pool: true,
    host,
    port,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    secure: encryption === 'whole',
    requireTLS: encryption === 'required',
    ignoreTLS: encryption === 'none',
    opportunisticTLS: encryption === 'optional',
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: replyMs,
    maxResponseSize: 16_384,
    maxConnections: 5,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      // The library would split one string into several receivers.
      if (!isPlainAddress(mail.to)) throw new MailRefused('The receiver is not one plain address')
      try {
        await transporter.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(MAIL_MS) })
      } catch (error) {
        throw classifyError(error)
      }
    },
    /** Connects and authenticates; throws MailServerUnavailable when that fails. */
    verify: async () => {
      try {
        await transporter.verify()
      } catch (error) {
        throw classifyError(error)
      }
    },
    close: () => transporter.close(),
  }
}

/** Addresses are objects, so that nothing in them is parsed as a list or a name. */
function messageOf({ messageId, date, fromName, to, subject, text, html }: Mail, from: string) {
  return {
    messageId,
    date,
    from: { name: fromName, address: from },
    to: [{ name: '', address: to }],
    envelope: { from, to: [to] },
    subject,
    text,
    ...(html !== null && { html }),
    xMailer: false as const,
    // Out-of-office replies must not answer.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Reply codes that concern the connection: TLS or authentication is required, or the session is over. */
const aboutUs = new Set([421, 454, 503, 530, 534, 535, 538])

/** Maps an error to the mail or to the mail server. */
function classifyError(error: unknown): Error {
  const failure = (error ?? {}) as NodemailerError
  const { code, command, response, responseCode = 0 } = failure
  const isAboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && !aboutUs.has(responseCode)
  if (!isAboutMail) return new MailServerUnavailable(unavailableSentence(failure))
  const reply = `The mail server answered ${response ?? failure.message}`
  if (responseCode < 500) return new Error(reply)
  // The server accepts no mail from this sender: a configuration error, not the receiver's.
  if (command === 'MAIL FROM') return new MailServerUnavailable(`${reply} (to the sender PORTAL_MAIL_FROM)`)
  return new MailRefused(reply)
}

const sentences: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server does not accept user and password of PORTAL_SMTP_URL',
  EDNS: 'The name of the mail server is not known',
  ETLS: 'No trusted encrypted connection to the mail server',
  ETIMEDOUT: 'The mail server does not answer',
  EPROTOCOL: 'The mail server answers with something that is no SMTP',
  ECONNECTION: 'The mail server cannot be reached, or closed the connection',
  ESOCKET: 'The mail server cannot be reached, or is not trusted',
}

/** Without the server's own text, in which a hostile one could repeat what it was sent. */
function unavailableSentence({ code = 'unknown', originalCode, responseCode }: NodemailerError): string {
  const details = [code, originalCode, responseCode].filter((each) => each !== undefined).join(' ')
  return `${sentences[code] ?? 'The mail could not be handed over'} (${details})`
}
