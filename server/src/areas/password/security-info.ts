import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { whoOf } from '../audit/public.ts'
import { type ChangeParts, triesOf } from './change-password.ts'
import { getAccount } from './password-account.ts'
import { forgetTries, takeTry } from './secret-tries.ts'
import { isFitAnswer, plainAnswer } from './security-answer.ts'

interface SecurityInfo {
  securityQuestionId: number | null
  pswdPhrase: string
  /** The current password (decision B11). */
  securityConfirmPwd: string
}

/** Keeps the caller's security question and a hash of its answer; opens the last gate. */
export async function saveSecurityInfo(parts: ChangeParts, caller: Caller, info: SecurityInfo, facts: RequestFacts) {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  const { db, transact, hashing } = parts
  const account = await getAccount(db, caller.user.id)
  if (account.signInKind !== 'password' || account.passwordHash === null)
    return refuse('403', defaultTexts.password_not_here)
  const known = await db.prepared('security-question', 'select 1 from security_questions where id = $1', [
    info.securityQuestionId,
  ])
  const issues = issuesOf(info, known.length > 0)
  const [first] = issues
  if (first)
    return refuseFields('422', issues.length > 1 ? defaultTexts.required_fields_missing : first.message, issues)
  const tries = triesOf(account.id)
  const wait = await takeTry(db, tries)
  if (wait) return refuseForNow('429', defaultTexts.password_tries_spent, wait.waitSeconds)
  if (!(await hashing.verify(account.passwordHash, info.securityConfirmPwd)))
    return refuseFields('422', defaultTexts.password_current_wrong, [
      { field: 'securityConfirmPwd', message: defaultTexts.password_current_wrong },
    ])
  await forgetTries(db, tries)
  const answerHash = await hashing.hash(plainAnswer(info.pswdPhrase))
  await transact(everything, async ({ securityAnswers, audit }) => {
    await securityAnswers.set(account.id, info.securityQuestionId as number, answerHash)
    await audit.record(facts, {
      event: 'user_updated',
      ...whoOf(caller),
      target: { kind: 'user', id: account.id },
      after: { securityQuestionId: info.securityQuestionId },
    })
  })
  return new Answer(null, { message: defaultTexts.security_info_saved })
}

function issuesOf(info: SecurityInfo, isKnownQuestion: boolean): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (!isKnownQuestion) issues.push({ field: 'securityQuestionId', message: defaultTexts.security_question_missing })
  if (info.pswdPhrase.trim() === '') issues.push({ field: 'pswdPhrase', message: defaultTexts.security_answer_missing })
  else if (!isFitAnswer(info.pswdPhrase))
    issues.push({ field: 'pswdPhrase', message: defaultTexts.security_answer_unfit })
  if (info.securityConfirmPwd === '') issues.push({ field: 'securityConfirmPwd', message: defaultTexts.field_required })
  return issues
}
