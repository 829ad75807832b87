import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The security question of `users` and the hash of its answer. */
export function securityAnswerStore(tx: Tx) {
  return {
    set: async (userId: number, questionId: number, answerHash: string): Promise<void> => {
      await tx
        .updateTable('users')
        .set({
          security_question_id: questionId,
          security_answer_hash: answerHash,
          updated_at: sql<Date>`clock_now()`,
        })
        .where('id', '=', userId)
        .execute()
    },
  }
}
