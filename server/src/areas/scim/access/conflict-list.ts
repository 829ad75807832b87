import { CONFLICTS_SHOWN } from '@portico/contract/scim/directory-groups.ts'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { instant, int, nullable, statement, text, textOf } from '../../../db/statement.ts'
import type { ConflictReason } from '../users/conflict-store.ts'

const conflictsStatement = statement([int], {
  name: 'scim: conflicts',
  text: `
  select conflict.id as "conflictId", conflict.user_name as "userNm", conflict.external_id as "externalIdTxt",
         conflict.reason as "reasonCd", account.id as "userId", account.user_name as "accountNm",
         conflict.attempts as "attemptCnt", conflict.first_at as "firstDt", conflict.last_at as "lastDt"
    from scim_conflicts conflict
    left join users account on account.id = conflict.user_id and account.client_id = conflict.client_id
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
  },
})

/** People whom the directory of an employer could not provide, the latest first. */
export const readConflicts = (tx: Tx, clientId: number) => run(tx, conflictsStatement(clientId))
