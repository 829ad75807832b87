import type { Gate } from '@portico/contract/kit/guard.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { readStored, removeStored, writeStored } from './stored-values.ts'

/**
 * The signed-in user of this browser. The flags only decide what to show first; the server decides everything (S31).
 */
export interface Session {
  readonly token: string
  readonly csrfToken: string
  readonly uid: number
  readonly userName: string
  readonly firstName: string
  readonly isInternal: boolean
  readonly isDirectoryUser: boolean
  readonly isFederatedUser: boolean
  readonly isEmulated: boolean
  /** The gate that restricts the session, as far as this browser knows. */
  readonly gate: Gate | null
  /** Whole days, as of the sign-in; null: it does not expire. */
  readonly daysBeforePasswordExpire: number | null
}

/** Stores the result of a sign-in that opened a session. */
export function storeSession(result: LoginResult, token: string, csrfToken: string): void {
  const isPasswordUser = !result.idmuser && !result.federatedUser
  writeStored('sessionToken', token)
  writeStored('csrfToken', csrfToken)
  writeStored('uname', result.userNm)
  writeStored('uid', String(result.userId))
  writeStored('loggedinHeaderFirstNm', result.firstNm)
  writeStored('isIdmUser', yesNo(result.idmuser))
  writeStored('isFederatedUser', yesNo(result.federatedUser))
  writeStored('isTemporaryPassword', yesNo(isPasswordUser && result.pswdChngDt === null))
  // Users without a password here need no security question (decision B12).
  writeStored('hasSecurityQuestion', yesNo(!isPasswordUser || result.securityQuestionId !== null))
  writeStored('isEmulated', 'N')
  writeStored('passwordExpiredFlg', yesNo(result.passwordExpiredFlg))
  writeStored('internalUserFlg', yesNo(result.internalUserFlg))
  writeStored('activeApps', '[]')
  writeExpiry(result.daysBeforePasswordExpire)
  if (result.eulaAcceptedDt === null && !result.internalUserFlg) writeStored('closedGate', 'license')
}

/** Stores what all tabs of the browser share of a session. */
export function storeSharedValues(session: Session): void {
  writeStored('uid', String(session.uid))
  writeStored('loggedinHeaderFirstNm', session.firstName)
  writeStored('isIdmUser', yesNo(session.isDirectoryUser))
  writeStored('isFederatedUser', yesNo(session.isFederatedUser))
  writeStored('isTemporaryPassword', yesNo(session.gate === 'temporary'))
  writeStored('hasSecurityQuestion', yesNo(session.gate !== 'question'))
  writeStored('isEmulated', yesNo(session.isEmulated))
  writeStored('passwordExpiredFlg', yesNo(session.gate === 'expired'))
  writeStored('internalUserFlg', yesNo(session.isInternal))
  writeStored('activeApps', '[]')
  writeExpiry(session.daysBeforePasswordExpire)
}

/** Stores the tokens that a password change gives the session; the gate of the password is passed. */
export function storeRenewed(next: Pick<Session, 'token' | 'csrfToken' | 'daysBeforePasswordExpire'>): void {
  writeStored('sessionToken', next.token)
  writeStored('csrfToken', next.csrfToken)
  writeStored('isTemporaryPassword', 'N')
  writeStored('passwordExpiredFlg', 'N')
  removeStored('closedGate')
  writeExpiry(next.daysBeforePasswordExpire)
}

/** Stores the gate that restricts the session; gates before it have been passed, whatever was stored. */
export function storeGate(gate: Gate): void {
  if (gate === 'license' || gate === 'secured') writeStored('closedGate', gate)
  else removeStored('closedGate')
  if (gate !== 'license') writeStored('passwordExpiredFlg', yesNo(gate === 'expired'))
  if (gate === 'temporary' || gate === 'question') writeStored('isTemporaryPassword', yesNo(gate === 'temporary'))
  if (gate === 'question') writeStored('hasSecurityQuestion', 'N')
}

function writeExpiry(days: number | null) {
  if (days === null) removeStored('daysBeforePasswordExpire')
  else writeStored('daysBeforePasswordExpire', String(days))
}

const yesNo = (yes: boolean) => (yes ? 'Y' : 'N')

/** Returns the stored session; null where none or an incomplete one is stored. */
export function readSession(): Session | null {
  const token = readStored('sessionToken')
  const csrfToken = readStored('csrfToken')
  const uid = Number(readStored('uid'))
  const days = readStored('daysBeforePasswordExpire')
  if (!token || !csrfToken || !Number.isInteger(uid) || uid <= 0) return null
  return {
    token,
    csrfToken,
    uid,
    userName: readStored('uname') ?? '',
    firstName: readStored('loggedinHeaderFirstNm') ?? '',
    isInternal: readStored('internalUserFlg') === 'Y',
    isDirectoryUser: readStored('isIdmUser') === 'Y',
    isFederatedUser: readStored('isFederatedUser') === 'Y',
    isEmulated: readStored('isEmulated') === 'Y',
    gate: readGate(),
    daysBeforePasswordExpire: days === null ? null : Number(days),
  }
}

/** In the order of decision B7. */
function readGate(): Gate | null {
  const gate = readStored('closedGate')
  if (gate === 'license') return 'license'
  if (readStored('passwordExpiredFlg') === 'Y') return 'expired'
  if (gate === 'secured') return 'secured'
  if (readStored('isTemporaryPassword') === 'Y') return 'temporary'
  return readStored('hasSecurityQuestion') === 'N' ? 'question' : null
}
