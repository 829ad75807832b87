import type { handOverTexts } from '../hand-over-texts.ts'

/** German texts about the hand-over of a leaver. */
export const deHandOverTexts = {
  hand_over_action: 'Konto schließen und übergeben',
  hand_over_title: 'Konto von {name} schließen und übergeben',
  hand_over_lead: 'Schließt das Konto einer Person, die ausscheidet. All dies geschieht auf einmal:',
  hand_over_sessions: '{count, plural, one {# Sitzung wird} other {# Sitzungen werden}} beendet',
  hand_over_grants: '{count, plural, one {# Berechtigung wird} other {# Berechtigungen werden}} beendet',
  hand_over_kept:
    '{count, plural, one {# Berechtigung bleibt} other {# Berechtigungen bleiben}}: Sie verwalten sie nicht. Ein Portaladministrator kann sie beenden.',
  hand_over_received:
    '{count, plural, one {# Dokument ist} other {# Dokumente sind}} nicht mehr für {name} freigegeben',
  hand_over_documents:
    '{count, plural, one {# Dokument} other {# Dokumente}} ({size}), freigegeben für {people, plural, one {# Benutzer} other {# Benutzer}}',
  hand_over_inactive: '{name} wird inaktiv und kann sich nicht mehr anmelden.',
  hand_over_recipient: 'Neuer Besitzer der Dokumente',
  hand_over_recipient_help:
    'Ein aktiver Benutzer von {employer}. Freigaben der Dokumente bleiben bestehen. Ohne Angabe bleiben die Dokumente beim inaktiven Konto.',
  hand_over_submit: 'Konto schließen',
  hand_over_done: '{name} ist inaktiv. Sitzungen und Zugriffe sind beendet.',
  hand_over_done_kept:
    '{count, plural, one {# Berechtigung bleibt} other {# Berechtigungen bleiben}}; ein Portaladministrator kann sie beenden.',
  hand_over_done_documents:
    '{name} ist inaktiv. Sitzungen und Zugriffe sind beendet, und {recipient} hat {count, plural, one {# Dokument} other {# Dokumente}} erhalten.',
  hand_over_recipient_unknown: 'Wählen Sie einen aktiven Benutzer desselben Arbeitgebers.',
  hand_over_too_large: 'Der Speicherplatz von {recipient} reicht für die Dokumente nicht aus.',
  hand_over_load_failed:
    'Was {name} hat, konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  hand_over_not_loaded: 'Sie können das Konto schließen, sobald Sie sehen, was endet.',
} satisfies Record<keyof typeof handOverTexts, string>
