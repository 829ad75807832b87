import type { conflictReasons } from '@portico/contract/scim/directory-groups.ts'
import type { Tx } from '../../../db/database.ts'
import { queue } from '../../../db/run.ts'
import { int, nullable, statement, text, textOf } from '../../../db/statement.ts'
import { ScimError } from '../protocol/scim-error.ts'

/**
 * Why a person of a directory cannot be provided: the name is taken by an account elsewhere; the account that would be
 * theirs is internal or administers the portal, was deleted here, belongs to another person of the directory, or is one of several.
 */
export type ConflictReason = (typeof conflictReasons)[number]

/** What the directory reads. It never learns anything of other employers but that a name is taken. */
const detailOf: Readonly<Record<ConflictReason, string>> = {
  'name-taken': 'userName: this user ID is already in use in the portal',
  administrator:
    'userName: the account that would be linked is internal or administers the portal; an administrator has to link it',
  deleted: 'userName: the account that would be linked was deleted in the portal; an administrator has to restore it',
  'other-person': 'userName: the account that would be linked belongs to another person of the directory',
  several: 'emails: several accounts of the portal have this address',
}

/** A person who cannot be provided. It is stored for an administrator, and answered with 409. */
export class ProvisioningConflict extends ScimError {
  readonly reason: ConflictReason
  /** The account that is in the way; null where it is another employer's. */
  readonly userId: number | null

  constructor(reason: ConflictReason, userId: number | null = null) {
    super(409, detailOf[reason], 'uniqueness')
    this.reason = reason
    this.userId = userId
  }
}

const noteStatement = statement([int, text, nullable(text), nullable(int), textOf<ConflictReason>()], {
  name: 'scim: note conflict',
  text: `
  insert into scim_conflicts as known (client_id, user_name, external_id, user_id, reason) values ($1, $2, $3, $4, $5)
  on conflict on constraint scim_conflicts_by_name do update set user_name = excluded.user_name,
    external_id = excluded.external_id, user_id = excluded.user_id, reason = excluded.reason,
    attempts = known.attempts + 1, last_at = clock_now()`,
})

interface Refused {
  readonly userName: string
  readonly externalId: string | null
}

/** Keeps a conflict; one that comes again is counted. */
export const noteConflict = (
  tx: Tx,
  clientId: number,
  { userName, externalId }: Refused,
  { userId, reason }: ProvisioningConflict,
): void => queue(tx, noteStatement(clientId, userName, externalId, userId, reason))

const settleStatement = statement([int, text], {
  name: 'scim: settle conflict',
  text: 'delete from scim_conflicts where client_id = $1 and user_name_folded = fold_user_name($2)',
})

/** Forgets the conflict about a person who is provided now. */
export const settleConflict = (tx: Tx, clientId: number, userName: string): void =>
  queue(tx, settleStatement(clientId, userName))
