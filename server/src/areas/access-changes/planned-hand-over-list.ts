import type { PlannedHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { bool, instant, int, nullable, statement, text } from '../../db/statement.ts'
import type { ActReader } from './access-change-list.ts'

const plannedStatement = statement([int, int, bool], {
  name: 'access-changes: planned hand-overs',
  text: `
  select planned.id as "accessChangeId", planned.planned_at as "plannedDt", planned.leaver_id as "leaverId",
         leaver.first_name || ' ' || leaver.last_name as "leaverNm",
         recipient.first_name || ' ' || recipient.last_name as "recipientNm",
         owner.first_name || ' ' || owner.last_name as "plannedByNm",
         ($3 or planned.owner_id = $2) and planned.planned_at > clock_now() as "undoFlg"
    from planned_hand_overs planned
    join users leaver on leaver.id = planned.leaver_id
    left join users recipient on recipient.id = planned.recipient_id
    left join users owner on owner.id = planned.owner_id
   where planned.leaver_id = $1 or planned.recipient_id = $1
   order by planned.planned_at, planned.id`,
  row: {
    accessChangeId: int,
    plannedDt: instant,
    leaverId: int,
    leaverNm: text,
    recipientNm: nullable(text),
    plannedByNm: nullable(text),
    undoFlg: bool,
  },
})

/** The planned hand-overs in which a user leaves or gets the documents, the next one first. */
export async function readPlannedHandOvers(
  tx: Tx,
  userId: number,
  reader: ActReader,
): Promise<{ leaving: PlannedHandOver[]; receiving: PlannedHandOver[] }> {
  const planned = await run(tx, plannedStatement(userId, reader.userId, reader.isPortalAdmin))
  return {
    leaving: planned.filter(({ leaverId }) => leaverId === userId),
    receiving: planned.filter(({ leaverId }) => leaverId !== userId),
  }
}
