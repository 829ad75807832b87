import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { Db } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import type { RequestContext } from '../../http/caller.ts'

/** The service account of a directory, as its token shows it. */
export interface DirectoryAccount {
  readonly id: number
  readonly name: string
  /** The employer whose people it provides. */
  readonly clientId: number
  /** The user who answers for it. */
  readonly ownerId: number
}

/** What the commands of this area use. */
export interface ScimDeps {
  readonly db: Db
  readonly phones: PhoneNumbers
}

/** Who changes something, and in which request: the first argument of commands after `deps`. */
export interface ScimAct {
  readonly account: DirectoryAccount
  readonly request: Pick<RequestContext, 'id' | 'address'>
}

/** The request of an act for the audit trail, with the service account that made it. */
export const auditContext = ({ account, request }: ScimAct) => ({
  id: request.id,
  address: request.address,
  serviceAccountId: account.id,
})

/** A directory sees the rows of its employer and no others. */
export const directoryScope = ({ account }: Pick<ScimAct, 'account'>): Scope => ({
  kind: 'client',
  clientId: account.clientId,
})

/** True for a version of a resource that the request may change (If-Match). */
export type VersionCheck = (version: number) => boolean
