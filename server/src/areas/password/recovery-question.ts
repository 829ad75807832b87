import type { askSecurityQuestion as contract } from '@portico/contract/password/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { bool, int, statement, text } from '../../db/statement.ts'
import type { Translate } from '../../http/sentences.ts'
import { nameInWords } from '../../http/shipped-names.ts'
import { foldUserName } from '../sign-in/public.ts'

/** Reads all cases in one statement: a user with a question, a user without one, and an unknown name. */
const questions = statement([text], {
  name: 'password: questions for a user name',
  text: `
  select question.id, question.question, own.security_question_id is not null as "isOwn"
    from security_questions question
    left join sign_in_accounts own
      on own.user_name_folded = fold_user_name($1) and own.security_question_id = question.id and own.sign_in_kind = 'password'
     and own.status = 1 and not own.client_is_deleted and own.security_answer_hash is not null
   order by question.id`,
  row: { id: int, question: text, isOwn: bool },
})

const allQuestions = statement([], {
  name: 'password: questions',
  text: 'select id, question from security_questions order by display_order, id',
  row: { id: int, question: text },
})

/**
 * Returns the question of a user name (decision B15). A name without one gets a question selected by our key: always
 * the same, and after the list has grown still the same for most.
 */
export async function recoveryQuestion(
  db: Db,
  keys: KeyRing,
  { userName, translate }: { userName: string; translate: Translate },
): Promise<DataOf<typeof contract>> {
  const name = foldUserName(userName)
  const rows = await run(db, questions(userName))
  const decoys = rows
    .map((row) => ({ ...row, rank: keys.sign('decoy-question', `${row.id} ${name}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const shown = decoys.find((row) => row.isOwn) ?? decoys[0]
  if (!shown) throw new Error('There are no security questions')
  return { securityQuestionId: shown.id, securityQuestionDscTxt: nameInWords(translate, shown.question) }
}

/** Returns every question in the reader's words. */
export async function securityQuestions(db: Db, translate: Translate): Promise<DataOf<typeof contract>[]> {
  const rows = await run(db, allQuestions())
  return rows.map(({ id, question }) => ({
    securityQuestionId: id,
    securityQuestionDscTxt: nameInWords(translate, question),
  }))
}
