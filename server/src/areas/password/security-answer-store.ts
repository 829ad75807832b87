import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run } from '../../db/run.ts'

// The security question of `users` and the hash of its answer.

export async function setSecurityAnswer(tx: Tx, userId: number, questionId: number, answerHash: string): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('users')
      .set({
        security_question_id: questionId,
        security_answer_hash: answerHash,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', userId),
  )
}
