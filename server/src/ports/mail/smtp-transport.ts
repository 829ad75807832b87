import { createTransport, type NodemailerError } from 'nodemailer'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { mailErrorTexts as t } from '@portico/contract/mail/mail-error-texts.ts'
import type { SmtpServer } from '../../config/smtp-server.ts'
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
      if (!isPlainAddress(mail.to)) throw new MailRefused(t.mail_error_receiver)
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
  const answer = response ?? failure.message
  const reply = formatMessage(t.mail_error_answered, { answer }, SOURCE_LANGUAGE)
  if (responseCode < 500) return new Error(reply)
  // The server accepts no mail from this sender: a configuration error, not the receiver's.
  if (command === 'MAIL FROM')
    return new MailServerUnavailable(formatMessage(t.mail_error_sender, { answer }, SOURCE_LANGUAGE))
  return new MailRefused(reply)
}

const sentences = {
  EAUTH: t.mail_error_password,
  EDNS: t.mail_error_name,
  ETLS: t.mail_error_not_trusted,
  ETIMEDOUT: t.mail_error_no_answer,
  EPROTOCOL: t.mail_error_protocol,
  ECONNECTION: t.mail_error_connection,
  ESOCKET: t.mail_error_socket,
} as const

/** Without the server's own text, in which a hostile one could repeat what it was sent. */
function unavailableSentence({ code = 'unknown', originalCode, responseCode }: NodemailerError): string {
  const details = [code, originalCode, responseCode].filter((each) => each !== undefined).join(' ')
  const text = Object.hasOwn(sentences, code) ? sentences[code as keyof typeof sentences] : t.mail_error_not_handed_over
  return formatMessage(text, { details }, SOURCE_LANGUAGE)
}
