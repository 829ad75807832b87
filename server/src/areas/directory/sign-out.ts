import { startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import type { CompanySignOut } from '@portico/contract/session/session.ts'
import type { Db } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

const signInKind = statement([int], {
  name: 'directory: sign-in kind',
  text: 'select sign_in_kind as kind from sign_in_accounts where user_id = $1',
  row: { kind: text },
})

/** Where a directory user goes after signing out; null for all other users. */
export type DirectorySignOut = (userId: number) => Promise<CompanySignOut | null>

/** The address is the operator's, checked at start; it contains nothing from a request. */
export function directorySignOut(db: Db, address: URL | null, publicUrl: URL): DirectorySignOut {
  if (address === null) return () => Promise.resolve(null)
  const ways = { signInUrl: new URL(startDirectorySignIn.path, publicUrl).href, signOutUrl: address.href }
  return async (userId) => {
    const user = await runFirst(db, signInKind(userId))
    return user?.kind === 'directory' ? ways : null
  }
}
