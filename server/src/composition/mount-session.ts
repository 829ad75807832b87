import { areas } from '@portico/contract/areas.ts'
import { getMailRecipient } from '../areas/account/user-store.ts'
import { directorySignOut } from '../areas/directory/sign-out.ts'
import { companySignOut } from '../areas/federation/sign-in/company-sign-out.ts'
import { deleteTrustedDevices } from '../areas/second-factor/factors/trusted-device-store.ts'
import { sessionHandlers } from '../areas/session/session-handlers.ts'
import { spendPassword } from '../areas/sign-in/sign-in-store.ts'
import { forgetSignInTickets } from '../areas/sign-in/sign-in-ticket-store.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { mountArea } from '../http/mount.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'

/** Sessions of the caller, and their end: in the portal, and at the company of the user. */
export function mountSession(
  app: HttpServer,
  guards: RequestGuards,
  { db, config }: { db: Db; config: Pick<Config, 'directory' | 'publicUrl'> },
): void {
  const signOutOfDirectory = directorySignOut(db, config.directory.signOutUrl, config.publicUrl)
  mountArea(
    app,
    guards,
    areas.session,
    sessionHandlers({
      db,
      companySignOut: async (userId) => (await companySignOut(db, userId)) ?? signOutOfDirectory(userId),
      report: { forgetSignInTickets, spendPassword, deleteTrustedDevices, getMailRecipient },
    }),
  )
}
