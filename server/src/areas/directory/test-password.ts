import {
  type ExaminedCheck,
  ldapTestChecks,
  type SignInTestReason,
} from '@portico/contract/federation/identity-providers.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuseForNow } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { ExaminedStep, LdapExamination, PasswordDirectory } from '../../ports/directory/directory.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import {
  accountOf,
  checked,
  type SignInTestResult,
  addSignInTest,
  endSignInTest,
  describeTestedUser,
} from '../federation/public.ts'
import { consumeAttempt } from '../attempts/public.ts'
import { recordTested } from './tested-directory.ts'
import { findDirectoryUser } from './identity-store.ts'

/** Tests of an administrator in a quarter of an hour: each can be a guess at a password. */
const TESTS_MAX = 10

interface Deps {
  db: Db
  directory: PasswordDirectory
}

/** Tries a user name, and the password unless it is empty, at the LDAP directory. Signs nobody in, changes nothing. */
export async function testPassword(
  { db, directory }: Deps,
  { caller, request }: CallContext,
  { userName, password }: { userName: string; password: string },
) {
  const { sessionId } = caller
  const userId = caller.user.id
  const wait = await consumeAttempt(db, { key: ['directory-test', userId], maxAttempts: TESTS_MAX, minutes: 15 })
  if (wait) return refuseForNow('429', sentences.too_many_requests, wait.waitSeconds)
  const examined = await directory.examine(userName, password === '' ? null : password)
  return db.transact(everything, async (tx) => {
    const result = await resultOf(tx, examined, userName)
    const test = { providerId: null, sessionId, userId, requestId: newToken() }
    const id = await addSignInTest(tx, { ...test, relayStateHash: hashToken(newToken()) })
    await endSignInTest(tx, id, result)
    const target = { kind: 'company_directory', id: 'ldap' }
    const started = { event: 'identity_provider_test_started' as const, ...auditActor(caller), target }
    recordAudit(tx, request, { ...started, after: { userName } })
    recordTested(tx, { request }, { kind: 'ldap', userId, sessionId }, result)
    return { signInTestId: id }
  })
}

async function resultOf(tx: Tx, examined: LdapExamination, userName: string): Promise<SignInTestResult> {
  const { attributes, person, entry } = examined
  const known = entry.result === 'passed' ? await findDirectoryUser(tx, userName) : undefined
  const { user, check } =
    known === undefined
      ? { user: null, check: accountMissing(entry, userName) }
      : accountOf(await describeTestedUser(tx, known))
  const stated = Object.values(person).join(', ')
  const personCheck = stated === '' ? checked('PERSON', 'skipped') : checked('PERSON', true, { found: stated })
  const checks = inOrder([...stepChecks(examined), personCheck, check])
  const isRefused = user === null || checks.some(({ resultCd }) => resultCd === 'failed')
  return {
    kindCd: 'ldap',
    outcomeCd: isRefused ? 'refused' : 'signs-in',
    checks,
    nameIdTxt: null,
    nameIdFormatTxt: null,
    attributes: attributes.map(({ name, values }) => ({ attributeNm: name, values })),
    user: isRefused ? null : user,
  }
}

const accountMissing = ({ result }: ExaminedStep, userName: string): ExaminedCheck =>
  result === 'passed'
    ? checked('ACCOUNT', false, { reason: 'no_directory_user', found: userName })
    : checked('ACCOUNT', 'skipped')

function stepChecks({ connection, searchAccount, entry, entryCount, groups, password }: LdapExamination) {
  const step = (code: ExaminedCheck['checkCd'], { result, found }: ExaminedStep, reason: SignInTestReason | null) =>
    // A step that broke says how; one that was refused, why.
    checked(code, result, { reason: result === 'failed' && found === null ? reason : null, found })
  return [
    step('CONNECTION', connection, null),
    step('SEARCH_ACCOUNT', searchAccount, null),
    step('ENTRY', entry, entryCount === 2 ? 'several_entries' : 'no_entry'),
    step('GROUPS', groups, 'no_member'),
    step('PASSWORD', password, 'wrong_password'),
  ]
}

const inOrder = (made: readonly ExaminedCheck[]): ExaminedCheck[] =>
  ldapTestChecks.map((code) => made.find(({ checkCd }) => checkCd === code) ?? checked(code, 'skipped'))
