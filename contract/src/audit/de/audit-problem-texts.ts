import type { auditProblemTexts } from '../audit-problem-texts.ts'

/** What the verification of the audit trail finds, in German. */
export const deAuditProblemTexts = {
  audit_problem_changed: 'Das Ereignis oder ein Siegel davor wurde geändert (Siegel {seal}, Ereignis {event})',
  audit_problem_seal_before: 'Vor diesem Siegel fehlt eines (Siegel {seal}, Ereignis {event})',
  audit_problem_event: 'Das Ereignis dieses Siegels fehlt (Siegel {seal}, Ereignis {event})',
  audit_problem_unsealed: 'Dieses Ereignis ist seit mehr als einer Stunde ohne Siegel (Ereignis {event})',
  audit_problem_redaction:
    'Die Löschung in Ereignis {event} hat keine gültige Signatur eines Schlüssels in PORTAL_SECRET_KEYS (Schlüssel {signingKey})',
  audit_problem_month:
    'Der Eintrag zum abgetrennten Monat {month} hat keine gültige Signatur eines Schlüssels in PORTAL_SECRET_KEYS (Schlüssel {signingKey})',
  audit_problem_signature:
    'Kontrollpunkt {sequence} hat keine gültige Signatur eines Schlüssels in PORTAL_SECRET_KEYS (Schlüssel {signingKey})',
  audit_problem_seal: 'Siegel {sequence}, das Kontrollpunkt {checkpoint} abdeckt, fehlt',
  audit_problem_rebuilt: 'Die Siegel bis {sequence} sind nicht die von Kontrollpunkt {checkpoint}',
  audit_problem_uncovered: 'Kein Kontrollpunkt deckt Siegel {sequence} ab, dessen Ereignis älter als eine Stunde ist',
} satisfies Record<keyof typeof auditProblemTexts, string>
