import type { Config } from '../config/config.ts'
import { createMailTransport } from '../ports/mail/create-mail-transport.ts'
import type { Finding } from './finding.ts'
import { describeError } from '../error-cause.ts'

const name = 'mail'

/** Connects to the mail server and authenticates; sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const transport = await createMailTransport(config)
  if (!transport)
    return { name, ok: true, message: 'No mail server is set (PORTAL_SMTP_URL): emails stay in the outbox.' }
  try {
    await transport.verify()
    return {
      name,
      ok: true,
      message: 'The mail server accepts the connection; "npm run portal -- mails test ADDRESS" sends a test email.',
    }
  } catch (error) {
    return { name, ok: false, message: `${describeError(error)}: check PORTAL_SMTP_URL.` }
  } finally {
    transport.close()
  }
}
