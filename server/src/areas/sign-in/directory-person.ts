import { everything } from '../../db/scope.ts'
import type { RequestOnly } from '../../http/caller.ts'
import type { DirectoryPerson } from '../../ports/directory/directory.ts'
import type { Db } from '../../db/database.ts'
import { copyDirectoryPerson } from '../account/public.ts'
import { recordAudit } from '../audit/public.ts'

/** Copies the attributes that the directory reports for a user it has just authenticated. */
export async function followDirectory(
  { db }: { db: Db },
  { request }: RequestOnly,
  { account, person }: { account: { userId: number; firstName: string }; person: DirectoryPerson },
): Promise<void> {
  if (Object.keys(person).length === 0) return
  await db.transact(everything, async (tx) => {
    const fields = await copyDirectoryPerson(tx, account.userId, person)
    if (fields.length === 0) return
    const about = { actorId: null, subjectId: account.userId, sessionId: null }
    recordAudit(tx, request, { event: 'user_updated', ...about, after: { by: 'directory', fields } })
  })
  account.firstName = person.firstName ?? account.firstName
}
