import type { ConflictDecisionBody } from '@portico/contract/scim/directory-groups.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { queue, runFirst } from '../../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text, textOf } from '../../../db/statement.ts'
import { Answer, Refusal, refuse, refuseField, refuseOldSignIn } from '../../../http/answers.ts'
import { administersPortal, adminScope, mayManageUser } from '../../../http/authority.ts'
import type { CallContext } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { auditChange } from '../../audit/public.ts'
import { type ActorRights, findTarget, readActorRights } from '../../permissions/public.ts'
import { isProtected, protectedRights } from '../users/apply-to-account.ts'

interface ConflictOfClient {
  readonly clientId: number
  readonly conflictId: number
}

const lockConflict = statement([int, int], {
  name: 'scim: lock conflict',
  text: `
  select decision, link_user_id as "accountId", link_rights as rights
    from scim_conflicts where client_id = $1 and id = $2 for update`,
  row: {
    decision: nullable(textOf<'link' | 'refuse'>()),
    accountId: nullable(int),
    rights: nullable(arrayOf(text)),
  },
})

const storeDecision = statement([int, int, nullable(text), nullable(int), bool, int, nullable(arrayOf(text))], {
  name: 'scim: store decision',
  text: `
  update scim_conflicts set decision = $3, link_user_id = $4, links_protected = $5, link_rights = $7,
         decided_by = case when $3::text is not null then $6::integer end,
         decided_at = case when $3::text is not null then clock_now() end
   where client_id = $1 and id = $2`,
})

const isAccountProvided = statement([int, int], {
  name: 'scim: is account provided',
  text: `
  select exists (select from scim_users where client_id = $1 and user_id = $2 and deleted_at is null) as "isProvided"`,
  row: { isProvided: bool },
})

/**
 * Decides what the next try of a directory about a person gets: an account of the employer, or a refusal; `none` takes a
 * decision back.
 */
export async function decideConflict(
  { db }: { db: Db },
  call: CallContext,
  { clientId, conflictId }: ConflictOfClient,
  { decisionCd, userId, expectedUserId }: ConflictDecisionBody,
) {
  const actor = await readActorRights(call)
  return db.transact(adminScope(call.caller), async (tx) => {
    const before = await runFirst(tx, lockConflict(clientId, conflictId))
    if (!before) return refuse('404', sentences.directory_conflict_over)
    if (expectedUserId !== undefined && before.accountId !== expectedUserId)
      return refuse('422', sentences.directory_conflict_decided_since)
    const chosen = decisionCd === 'link' ? await checkAccount(tx, actor, { clientId, userId }) : noAccount
    if (chosen instanceof Refusal) return chosen
    const { accountId, rights } = chosen
    const decision = decisionCd === 'none' ? null : decisionCd
    const target = {
      event: 'directory_conflict_decided',
      kind: 'directory-conflict',
      id: conflictId,
      clientId,
    } as const
    if (auditChange(tx, call, target, before, { decision, accountId, rights })) {
      const by = call.caller.user.id
      queue(tx, storeDecision(clientId, conflictId, decision, accountId, chosen.isProtected, by, rights))
    }
    return new Answer(null, { message: sentences[messageOf[decisionCd]] })
  })
}

const messageOf = {
  link: 'directory_conflict_will_link',
  refuse: 'directory_conflict_will_refuse',
  none: 'directory_conflict_withdrawn',
} as const

const noAccount = { accountId: null, isProtected: false, rights: null }

interface ChosenAccount {
  clientId: number
  userId: number | null
}

/**
 * Whether an account of the employer may be linked, in the way or not: the administrator manages it, and no other person of
 * the directory has it.
 */
async function checkAccount(tx: Tx, { authority, isFresh }: ActorRights, { clientId, userId }: ChosenAccount) {
  const target = userId === null ? undefined : await findTarget(tx, userId)
  if (userId === null || !target || target.clientId !== clientId)
    return refuseField('userId', sentences.directory_conflict_no_account)
  if (target.status === 3) return refuseField('userId', sentences.directory_conflict_restore_first)
  if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
  const provided = await runFirst(tx, isAccountProvided(clientId, userId))
  if (provided?.isProvided) return refuseField('userId', sentences.directory_conflict_provided)
  if (administersPortal(target) && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  return { accountId: userId, isProtected: isProtected(target), rights: protectedRights(target) }
}
