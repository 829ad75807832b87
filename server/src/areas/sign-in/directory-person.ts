import { everything } from '../../db/scope.ts'
import type { RequestOnly } from '../../http/caller.ts'
import type { DirectoryPerson } from '../../ports/directory/directory.ts'
import type { Transact } from '../../stores.ts'

/** Copies the attributes that the directory reports for a user it has just authenticated. */
export async function followDirectory(
  { transact }: { transact: Transact<'audit' | 'users'> },
  { request }: RequestOnly,
  { account, person }: { account: { user_id: number; first_name: string }; person: DirectoryPerson },
): Promise<void> {
  if (Object.keys(person).length === 0) return
  await transact(everything, async ({ users, audit }) => {
    const fields = await users.followDirectory(account.user_id, person)
    if (fields.length === 0) return
    const about = { actorId: null, subjectId: account.user_id, sessionId: null }
    audit.record(request, { event: 'user_updated', ...about, after: { by: 'directory', fields } })
  })
  account.first_name = person.firstName ?? account.first_name
}
