import type { Tx } from '../../../db/database.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Caller } from '../../../http/caller.ts'
import { hasClient } from '../../clients/public.ts'

/** True where the client is one whose users the caller administers. */
export async function administersClient(tx: Tx, caller: Caller, clientId: number): Promise<boolean> {
  const scope = adminScope(caller)
  return (scope.kind === 'everything' || scope.clientId === clientId) && hasClient(tx, clientId)
}
