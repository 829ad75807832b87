import { isLoopback } from '../config/loopback.mjs'
import { connectAsOwner } from './owner-connection.ts'
import { StartError } from '../start-error.ts'

/** The record in a database that the demo loaded it. */
export interface DemoMark {
  hasKnownPasswords: boolean
  mailboxPasswordSha256: Buffer | null
}

/** The mark of a database that the demo loaded; undefined for any other. */
export async function readDemoMark(url: string): Promise<DemoMark | undefined> {
  const connection = await connectAsOwner(url, 'portal demo world')
  try {
    const { rows } = await connection.query<DemoMark>(
      `select has_known_passwords as "hasKnownPasswords", mailbox_password_sha256 as "mailboxPasswordSha256" from demo_world`,
    )
    return rows[0]
  } finally {
    await connection.end()
  }
}

/** @throws StartError when the demo's known passwords would be served under a public address */
export async function refuseKnownPasswords(url: string, publicUrl: URL): Promise<void> {
  if (isLoopback(publicUrl.hostname)) return
  const mark = await readDemoMark(url)
  if (mark?.hasKnownPasswords)
    throw new StartError(
      'The database holds the demo world, whose passwords are known to everybody, and PORTAL_PUBLIC_URL leads beyond this machine. Name another database in DATABASE_URL, or set PORTAL_PUBLIC_URL to an address of this machine.',
    )
}
