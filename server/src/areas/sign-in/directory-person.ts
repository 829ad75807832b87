import { everything } from '../../db/scope.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { DirectoryPerson } from '../../ports/directory/directory.ts'
import type { Transact } from '../../stores.ts'

/** Takes over what the directory says about somebody whom it has just vouched for. */
export async function followDirectory(
  transact: Transact,
  account: { user_id: number; first_name: string },
  person: DirectoryPerson,
  facts: RequestFacts,
): Promise<void> {
  if (Object.keys(person).length === 0) return
  await transact(everything, async ({ users, audit }) => {
    const fields = await users.followDirectory(account.user_id, person)
    if (fields.length === 0) return
    const about = { actorId: null, subjectId: account.user_id, sessionId: null }
    audit.record(facts, { event: 'user_updated', ...about, after: { by: 'directory', fields } })
  })
  account.first_name = person.firstName ?? account.first_name
}
