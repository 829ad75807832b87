import { queries } from '../db/queries.ts'
import { run } from '../db/run.ts'
import { onUser } from './on-user.ts'
import { recordCommand } from './record-command.ts'

/** `unlink-directory`: for a user whose account at the company was recreated, and so has another subject there. */
export const unlinkDirectoryCommand = (args: readonly string[]): Promise<void> =>
  onUser('unlink-directory', args, async (tx, { id, userName }) => {
    const unlinked = await run(
      tx,
      queries.deleteFrom('directory_identities').where('user_id', '=', id).returning(['issuer', 'subject']),
    )
    if (unlinked.length === 0) return `${userName} was linked to nobody of the directory.`
    recordCommand(tx, {
      event: 'directory_identity_unlinked',
      subjectId: id,
      after: { by: 'unlink-directory', identities: unlinked },
    })
    return `${userName} is linked anew at the next sign-in at which the directory states the user ID and e-mail address.`
  })
