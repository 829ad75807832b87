import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpServer } from '@portico/server/for-demo.ts'

/** User name for the mailbox. */
export const MAILBOX_USER = 'demo'

/** Pages that would let any visitor sign in as another user of the demo. */
const guarded = /^\/(dev|demo-company)(\/|$)/

/** Protects the mailbox and the employer of a public demo with a password (HTTP Basic). */
export function requireMailboxPassword(app: HttpServer, passwordSha256: Buffer): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!guarded.test(request.routeOptions.url ?? '')) return
    const [kind, credentials = ''] = (request.headers.authorization ?? '').split(' ', 2)
    const given = Buffer.from(credentials, 'base64').toString()
    const password = given.startsWith(`${MAILBOX_USER}:`) ? given.slice(MAILBOX_USER.length + 1) : ''
    const isRight = timingSafeEqual(createHash('sha256').update(password).digest(), passwordSha256)
    if (kind?.toLowerCase() === 'basic' && isRight) return
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Mailbox of the demo", charset="UTF-8"')
      .type('text/plain; charset=utf-8')
      .send(`Sign in as ${MAILBOX_USER} with the mailbox password that was printed when the demo was loaded.`)
  })
}
