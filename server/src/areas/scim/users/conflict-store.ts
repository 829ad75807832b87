import type { conflictReasons } from '@portico/contract/scim/directory-groups.ts'
import type { Tx } from '../../../db/database.ts'
import { queue, runFirst } from '../../../db/run.ts'
import { arrayOf, bool, int, nullable, present, type RowOf, statement, text, textOf } from '../../../db/statement.ts'
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

/** What the directory reads once an administrator has refused the person. */
const REFUSED_DETAIL = 'userName: an administrator of the portal has refused this person'

/** A person who cannot be provided. It is stored for an administrator, and answered with 409. */
export class ProvisioningConflict extends ScimError {
  readonly reason: ConflictReason
  /** The account that is in the way; null where it is another employer's. */
  readonly userId: number | null
  /** Accounts of the employer that may be the person's. */
  readonly accountIds: readonly number[]

  constructor(reason: ConflictReason, userId: number | null = null, { accountIds, detail }: ConflictDetails = {}) {
    super(409, detail ?? detailOf[reason], 'uniqueness')
    this.reason = reason
    this.userId = userId
    this.accountIds = accountIds ?? (userId === null ? [] : [userId])
  }
}

interface ConflictDetails {
  readonly accountIds?: readonly number[]
  readonly detail?: string
}

/** The decision of the row stays: a refusal, or a link that was made after the directory began this try. */
const staysSql = `known.external_id is not distinct from excluded.external_id
    and (known.decision = 'refuse' or known.decision = 'link' and known.link_user_id is distinct from $7)`

const noted = [int, text, nullable(text), nullable(int), textOf<ConflictReason>(), arrayOf(int), nullable(int)] as const

const noteStatement = statement(noted, {
  name: 'scim: note conflict',
  text: `
  insert into scim_conflicts as known (client_id, user_name, external_id, user_id, reason, account_ids)
  values ($1, $2, $3, $4, $5, $6)
  on conflict on constraint scim_conflicts_by_name do update set user_name = excluded.user_name,
    external_id = excluded.external_id, user_id = excluded.user_id, reason = excluded.reason,
    account_ids = excluded.account_ids, attempts = known.attempts + 1, last_at = clock_now(),
    decision = case when ${staysSql} then known.decision end,
    link_user_id = case when ${staysSql} then known.link_user_id end,
    links_protected = coalesce(${staysSql}, false) and known.links_protected,
    link_rights = case when ${staysSql} then known.link_rights end,
    decided_by = case when ${staysSql} then known.decided_by end,
    decided_at = case when ${staysSql} then known.decided_at end`,
})

interface Refused {
  readonly userName: string
  readonly externalId: string | null
}

/**
 * Keeps a conflict; one that comes again is counted. A refusal stays for the same person of the directory; the link that
 * was tried, and did not succeed, is over. `triedUserId`: its account; null: there was none when the directory tried.
 */
export const noteConflict = (
  tx: Tx,
  clientId: number,
  { userName, externalId, triedUserId }: Refused & { triedUserId: number | null },
  { userId, reason, accountIds }: Pick<ProvisioningConflict, 'userId' | 'reason' | 'accountIds'>,
): void => queue(tx, noteStatement(clientId, userName, externalId, userId, reason, accountIds, triedUserId))

const settleStatement = statement([int, text], {
  name: 'scim: settle conflict',
  text: 'delete from scim_conflicts where client_id = $1 and user_name_folded = fold_user_name($2)',
})

/** Forgets the conflict about a person who is provided now. */
export const settleConflict = (tx: Tx, clientId: number, userName: string): void =>
  queue(tx, settleStatement(clientId, userName))

/** What an administrator has decided about a person, and of the account to link what the directory knows of it. */
export type ConflictDecision = RowOf<typeof decisionStatement>

const decisionStatement = statement([int, text, nullable(text)], {
  name: 'scim: decision about person',
  text: `
  select known.decision, known.reason, known.user_id as "userId", known.account_ids as "accountIds",
         known.link_user_id as "linkUserId", known.links_protected as "linksProtected", known.link_rights as "linkRights",
         former.id as "scimId",
         coalesce(former.stated_active, true) as "statedActive",
         coalesce(former.deleted_at is null and former.id is not null, false) as "isProvided"
    from scim_conflicts known
    left join scim_users former on former.client_id = known.client_id and former.user_id = known.link_user_id
   where known.client_id = $1 and known.user_name_folded = fold_user_name($2)
     and known.external_id is not distinct from $3 and known.decision is not null
     for update of known`,
  row: {
    decision: present(textOf<'link' | 'refuse'>()),
    reason: textOf<ConflictReason>(),
    userId: nullable(int),
    accountIds: arrayOf(int),
    linkUserId: nullable(int),
    linksProtected: bool,
    linkRights: nullable(arrayOf(text)),
    scimId: nullable(int),
    statedActive: bool,
    isProvided: bool,
  },
})

/** The decision about a person of a directory, which nothing changes until the transaction ends; undefined: there is none. */
export const findDecision = (
  tx: Tx,
  clientId: number,
  { userName, externalId }: Refused,
): Promise<ConflictDecision | undefined> => runFirst(tx, decisionStatement(clientId, userName, externalId))

/** A person whom an administrator has refused. */
export const refusedPerson = ({ reason, userId, accountIds }: ConflictDecision): ProvisioningConflict =>
  new ProvisioningConflict(reason, userId, { accountIds, detail: REFUSED_DETAIL })
