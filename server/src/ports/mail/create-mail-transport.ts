import type { Config } from '../../config/config.ts'

/** Returns the transport to the mail server of the settings; null when none is configured. */
export async function createMailTransport({ smtp, mailFrom }: Config) {
  if (smtp === undefined) return null
  const { smtpTransport } = await import('./smtp-transport.ts')
  return smtpTransport({ server: smtp, from: mailFrom })
}
