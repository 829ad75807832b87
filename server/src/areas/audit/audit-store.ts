import { tell } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'

/** Event names of the OWASP Logging Vocabulary, and ours. */
export type AuditEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_fail_max'
  | 'authn_login_lock'
  | 'authn_login_stopped'
  | 'authn_login_reported'
  | 'authn_token_reuse'
  | 'authn_password_change'
  | 'authn_password_recovery'
  | 'authn_password_recovery_fail'
  | 'authn_factor_fail'
  | 'authn_factor_fail_max'
  | 'authn_factor_success'
  | 'second_factor_changed'
  | 'second_factor_skipped'
  | 'authz_admin'
  | 'session_created'
  | 'session_logout'
  | 'excess_sessions_exceeded'
  | 'authz_fail'
  | 'user_created'
  | 'user_updated'
  | 'directory_identity_linked'
  | 'identity_linked'
  | 'directory_identity_unlinked'
  | 'saml_provider_changed'
  | 'licence_accepted'
  | 'link_added'
  | 'link_changed'
  | 'link_deleted'
  | 'announcement_dismissed'
  | 'favorite_changed'
  | 'application_opened'
  | 'upload_stored'
  | 'upload_validation'
  | 'upload_delete'
  | 'document_trashed'
  | 'document_restored'
  | 'document_version_restored'
  | 'document_shared'
  | 'document_unshared'
  | 'document_downloaded'
  | 'announcement_published'
  | 'announcement_expired'
  | 'mail_sent_again'
  | 'mail_given_up'
  | 'enhancement_request_sent'
  | 'opt_out_text_sent'

export interface AuditEntry {
  event: AuditEvent
  /** Who did it: the administrator in an emulated session. Null before sign-in. */
  actorId: number | null
  /** Whose data it is about. */
  subjectId: number | null
  sessionId: number | null
  target?: { kind: string; id: string | number }
  before?: unknown
  after?: unknown
}

const auditEvent = `
  insert into audit_events (event, actor_user_id, subject_user_id, session_id, target_kind, target_id, before, after, address, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** The table `audit_events`, which the portal can only add to. */
export function auditStore(tx: Tx) {
  return {
    /** Written with the change; should it fail, the change does not commit. */
    record: (facts: Pick<RequestFacts, 'id' | 'address'> | null, entry: AuditEntry): void => {
      tell(tx, 'audit-event', auditEvent, [
        entry.event,
        entry.actorId,
        entry.subjectId,
        entry.sessionId,
        entry.target?.kind ?? null,
        entry.target === undefined ? null : String(entry.target.id),
        entry.before === undefined ? null : JSON.stringify(entry.before),
        entry.after === undefined ? null : JSON.stringify(entry.after),
        facts?.address ?? null,
        facts?.id ?? null,
      ])
    },
  }
}

/** Actor, subject and session of a signed-in caller, as an audit entry wants them. */
export function whoOf(caller: Caller): Pick<AuditEntry, 'actorId' | 'subjectId' | 'sessionId'> {
  return { actorId: caller.actorId ?? caller.user.id, subjectId: caller.user.id, sessionId: caller.sessionId }
}
