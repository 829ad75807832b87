/** What the verification of the audit trail finds, as it is recorded. */
export const auditProblemTexts = {
  audit_problem_changed: 'the event or a seal before it has been changed (seal {seal}, event {event})',
  audit_problem_seal_before: 'a seal is missing before this one (seal {seal}, event {event})',
  audit_problem_event: 'the event of this seal is missing (seal {seal}, event {event})',
  audit_problem_unsealed: 'this event has been without a seal for more than an hour (event {event})',
  audit_problem_redaction:
    'the erasure in event {event} has no valid signature of a key in PORTAL_SECRET_KEYS (key {signingKey})',
  audit_problem_month:
    'the record of the detached month {month} has no valid signature of a key in PORTAL_SECRET_KEYS (key {signingKey})',
  audit_problem_signature:
    'checkpoint {sequence} has no valid signature of a key in PORTAL_SECRET_KEYS (key {signingKey})',
  audit_problem_seal: 'seal {sequence}, which checkpoint {checkpoint} covers, is missing',
  audit_problem_rebuilt: 'the seals up to {sequence} are not those of checkpoint {checkpoint}',
  audit_problem_uncovered: 'no checkpoint covers seal {sequence}, whose event is older than an hour',
} as const
