import { CONFLICTS_SHOWN } from '@portico/contract/scim/directory-groups.ts'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { instant, int, json, nullable, statement, text, textOf } from '../../../db/statement.ts'
import type { ConflictReason } from '../users/conflict-store.ts'

const conflictsStatement = statement([int], {
  name: 'scim: conflicts',
  text: `
  select conflict.id as "conflictId", conflict.user_name as "userNm", conflict.external_id as "externalIdTxt",
         conflict.reason as "reasonCd", account.id as "userId", account.user_name as "accountNm",
         conflict.attempts as "attemptCnt", conflict.first_at as "firstDt", conflict.last_at as "lastDt",
         coalesce((select jsonb_agg(jsonb_build_object('userId', one.id, 'accountNm', one.user_name) order by one.id)
                     from users one
                    where one.client_id = conflict.client_id and one.status < 3
                      and (one.id = any (conflict.account_ids) or one.id in (conflict.user_id, conflict.link_user_id))), '[]') as accounts,
         conflict.decision as "decisionCd", conflict.link_user_id as "linkUserId", conflict.decided_at as "decidedDt",
         decider.first_name || ' ' || decider.last_name as "decidedByNm"
    from scim_conflicts conflict
    left join users account on account.id = conflict.user_id and account.client_id = conflict.client_id
    left join users decider on decider.id = conflict.decided_by
   where conflict.client_id = $1 order by conflict.last_at desc, conflict.id desc limit ${CONFLICTS_SHOWN}`,
  row: {
    conflictId: int,
    userNm: text,
    externalIdTxt: nullable(text),
    reasonCd: textOf<ConflictReason>(),
    userId: nullable(int),
    accountNm: nullable(text),
    attemptCnt: int,
    firstDt: instant,
    lastDt: instant,
    accounts: json<{ userId: number; accountNm: string }[]>(),
    decisionCd: nullable(textOf<'link' | 'refuse'>()),
    linkUserId: nullable(int),
    decidedDt: nullable(instant),
    decidedByNm: nullable(text),
  },
})

/** People whom the directory of an employer could not provide, the latest first. */
export const readConflicts = (tx: Tx, clientId: number) => run(tx, conflictsStatement(clientId))
