import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import {
  CAEP_EVENT_TYPE,
  type SignalKind,
  STREAM_UPDATED,
  STREAM_UPDATED_EVENT_TYPE,
  VERIFICATION_EVENT_TYPE,
} from '@portico/contract/webhooks/signal-rules.ts'
import type { SignalFacts, SignalStream } from './signal-facts.ts'

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** What the job of a policy does, without anyone who acts. */
const policyEvents = ['dormant_user_inactivated', 'temporary_password_expired']

/** Who has caused an event, in the words of CAEP. */
function initiatorOf({ code, hasActor, isOwnAct, isByCommand }: SignalFacts): 'admin' | 'user' | 'policy' | 'system' {
  if (hasActor) return isOwnAct ? 'user' : 'admin'
  if (policyEvents.includes(code)) return 'policy'
  if (code === 'authz_admin' || isByCommand) return 'admin'
  return code.startsWith('authn_') ? 'user' : 'system'
}

/** Which credential has changed, and how. `second-factor` where the event does not state which one. */
function credentialChangeOf({ code, change, secondFactor }: SignalFacts) {
  if (secondFactor === 'removed') return { credential_type: 'second-factor', change_type: 'revoke' }
  if (code === 'temporary_password_expired') return { credential_type: 'password', change_type: 'revoke' }
  if (code !== 'second_factor_changed') return { credential_type: 'password', change_type: 'update' }
  if (change === 'authenticator_added') return { credential_type: 'app', change_type: 'create' }
  if (change === 'passkey_added') return { credential_type: 'fido2-platform', change_type: 'create' }
  return { credential_type: 'second-factor', change_type: 'delete' }
}

/** By the account at the company where the stream wants it and the person has one, else by email. */
const subjectOf = ({ subjectFormat }: SignalStream, { issuer, subject, email }: SignalFacts) =>
  subjectFormat === 'iss_sub' && issuer !== null && subject !== null
    ? { format: 'iss_sub', iss: issuer, sub: subject }
    : { format: 'email', email }

function wordsOf(code: string): string {
  const texts: Readonly<Record<string, string>> = auditEventTexts
  return texts[`audit_event_${code}`] ?? code
}

interface Issued {
  /** The address of the portal. */
  issuer: string
  stream: SignalStream
  /** When the delivery was made. */
  at: Date
}

/**
 * The same for every attempt, and nowhere else: numbers come again after a restore, and the time tells them apart.
 * @param at of the event, or when a message about the stream was made
 */
const tokenId = ({ id: streamId }: SignalStream, id: number, at: Date, kind: string): string =>
  `${streamId}.${id}.${secondsOf(at)}.${kind}`

/** The claims of a security event token (RFC 8417) about a person. */
export function signalClaims({ issuer, stream, at }: Issued, kind: SignalKind, facts: SignalFacts) {
  return {
    iss: issuer,
    jti: tokenId(stream, facts.id, facts.at, kind),
    iat: secondsOf(at),
    aud: stream.audience,
    ...(facts.requestId === null ? {} : { txn: facts.requestId }),
    sub_id: subjectOf(stream, facts),
    events: {
      [CAEP_EVENT_TYPE + kind]: {
        event_timestamp: secondsOf(facts.at),
        initiating_entity: initiatorOf(facts),
        reason_admin: { en: wordsOf(facts.code) },
        ...(kind === 'credential-change' ? credentialChangeOf(facts) : {}),
      },
    },
  }
}

interface StreamMessage {
  /** Of the delivery. */
  id: number
  /** Null: a verification. */
  kind: string | null
  /** The state of the stream, or what its receiver has sent to recognize a verification by. */
  detail: string | null
}

/** The claims of a token about a stream itself: that it works, or that administrators have switched it on or off. */
export function streamClaims({ issuer, stream, at }: Issued, { id, kind, detail }: StreamMessage) {
  const isUpdate = kind === STREAM_UPDATED
  return {
    iss: issuer,
    jti: tokenId(stream, id, at, isUpdate ? STREAM_UPDATED : 'verification'),
    iat: secondsOf(at),
    aud: stream.audience,
    sub_id: { format: 'opaque', id: String(stream.id) },
    events: isUpdate
      ? { [STREAM_UPDATED_EVENT_TYPE]: { status: detail } }
      : { [VERIFICATION_EVENT_TYPE]: detail === null ? {} : { state: detail } },
  }
}
