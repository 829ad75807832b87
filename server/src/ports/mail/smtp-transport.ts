import { createTransport, type NodemailerError } from 'nodemailer'
import type { SmtpServer } from '../../config/smtp-address.ts'
import { type Mail, MailRefused, MailServerAway, type MailTransport } from './mail-transport.ts'
import { isPlainAddress } from './plain-address.ts'

export interface SmtpTransportOptions {
  readonly server: SmtpServer
  /** Address of the sender. */
  readonly from: string
  /** Certificates to trust besides the well-known ones. */
  readonly ca?: string
  /** Milliseconds to wait for a reply once connected; by default REPLY_MS. */
  readonly replyMs?: number
  /** How long it may take to connect and to say hello. */
  readonly connectMs?: number
}

/** Milliseconds until the name is found, the connection stands and the server has greeted. */
const CONNECT_MS = 5_000
/** More for a reply: servers that look for viruses take their time, and one given up too early is sent twice. */
const REPLY_MS = 20_000
/** Milliseconds for one mail in all, for servers that answer a byte at a time. */
const MAIL_MS = 50_000
/** Connections are kept for the next mails of a batch, and closed before the server would close them. */
const IDLE_MS = 3_000

/** Hands mails to a real mail server over a few lasting connections. */
export function smtpTransport({
  server,
  from,
  ca,
  replyMs = REPLY_MS,
  connectMs = CONNECT_MS,
}: SmtpTransportOptions): MailTransport & { close(): void } {
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
      // The library would take one string for several receivers.
      if (!isPlainAddress(mail.to)) throw new MailRefused('The receiver is not one plain address')
      try {
        await transporter.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(MAIL_MS) })
      } catch (error) {
        throw judged(error)
      }
    },
    close: () => transporter.close(),
  }
}

/** Addresses go as objects, so that nothing in them is read as a list or a name. */
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
    // Nobody's absence note is to answer a machine.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Replies to a mail that speak of the connection: TLS or a password is wanted, or the session is over. */
const aboutUs = new Set([421, 454, 503, 530, 534, 535, 538])

/** What a failure says about this mail, and about the mail server. */
function judged(error: unknown): Error {
  const failure = (error ?? {}) as NodemailerError
  const { code, command, response, responseCode = 0 } = failure
  const isAboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && !aboutUs.has(responseCode)
  if (!isAboutMail) return new MailServerAway(awaySentence(failure))
  const reply = `The mail server answered ${response ?? failure.message}`
  if (responseCode < 500) return new Error(reply)
  // No mail of ours is taken from this sender: for the operator to mend, and not the reader's fault.
  if (command === 'MAIL FROM') return new MailServerAway(`${reply} (to the sender PORTAL_MAIL_FROM)`)
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

/** Without the server's own words, in which a hostile one could repeat what it was sent. */
function awaySentence({ code = 'unknown', originalCode, responseCode }: NodemailerError): string {
  const details = [code, originalCode, responseCode].filter((each) => each !== undefined).join(' ')
  return `${sentences[code] ?? 'The mail could not be handed over'} (${details})`
}
