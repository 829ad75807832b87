import { keepsStoredAnswer, type SecurityInfo, securityInfoIssues } from '@portico/contract/account/account-rules.ts'
import { databaseTime } from '../../db/clock.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { type FieldIssue, Answer, Refusal, refuse, refuseFields } from '../../http/answers.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import type { ChangeDeps } from './change-password.ts'
import { askPasswordAgain } from './own-password.ts'
import { getAccount, type PasswordAccount } from './password-account.ts'
import { plainAnswer } from './security-answer.ts'
import { setSecurityAnswer } from './security-answer-store.ts'
import { auditChange } from '../audit/public.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement } from '../../db/statement.ts'
import { addMail } from '../mail/public.ts'

const saved = () => new Answer(null, { message: sentences.account_saved })

/** Stores the caller's security question and a hash of its answer; opens the last gate. */
export async function saveSecurityInfo(deps: ChangeDeps, { caller, request }: CallContext, info: SecurityInfo) {
  const { db, hashing } = deps
  const stored = await getAccount(db, caller.user.id)
  if (stored.signInKind !== 'password' || stored.passwordHash === null)
    return refuse('403', sentences.password_not_here)
  const issues = await issuesOf(deps, info, stored.securityQuestionId)
  const [first] = issues
  if (first) return refuseFields('422', issues.length > 1 ? sentences.required_fields_missing : first.message, issues)
  const account = await askPasswordAgain(deps, caller.user.id, {
    field: 'securityConfirmPwd',
    password: info.securityConfirmPwd,
  })
  if (account instanceof Refusal) return account
  if (keepsStoredAnswer(info, stored.securityQuestionId)) return saved()
  const answerHash = await hashing.hash(plainAnswer(info.pswdPhrase))
  await db.transact(everything, async (tx) => {
    await setSecurityAnswer(tx, account.id, info.securityQuestionId as number, answerHash)
    const record = { event: 'user_updated', kind: 'user', id: account.id, clientId: account.clientId } as const
    const before = { securityQuestionId: stored.securityQuestionId, answer: stored.securityQuestionId && 'former' }
    const after = { securityQuestionId: info.securityQuestionId, answer: 'new' }
    auditChange(tx, { caller, request }, record, before, after, { secret: ['answer'] })
    // The first question needs no notice.
    if (stored.securityQuestionId !== null) await notifyUser(tx, account, request)
  })
  return saved()
}

const questionOfId = statement([nullable(int)], {
  name: 'password: question of id',
  text: 'select from security_questions where id = $1',
})

async function issuesOf({ db }: ChangeDeps, info: SecurityInfo, storedId: number | null): Promise<FieldIssue[]> {
  const known = await run(db, questionOfId(info.securityQuestionId))
  const chosen = { ...info, securityQuestionId: known.length > 0 ? info.securityQuestionId : null }
  return securityInfoIssues(chosen, storedId).map(({ field, text }) => ({ field, message: sentences[text] }))
}

/** Notifies the owner by email, because the answer gets a new password sent. */
async function notifyUser(tx: Tx, account: PasswordAccount, request: RequestContext): Promise<void> {
  await addMail(tx, {
    template: 'account-changed',
    fields: {
      firstName: account.firstName,
      change: 'security_question_changed',
      newAddress: null,
      at: (await databaseTime(tx)).toISOString(),
      device: describeDevice(request.userAgent),
      place: describePlace(request.address),
    },
    dedupeKey: `security-question-changed:${account.id}:${request.id}`,
    to: account.email,
    clientId: account.clientId,
  })
}
