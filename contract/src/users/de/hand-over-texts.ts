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
  hand_over_sets: '{count, plural, one {# Berechtigungssatz wird} other {# Berechtigungssätze werden}} beendet',
  hand_over_received:
    '{count, plural, one {# Dokument ist} other {# Dokumente sind}} nicht mehr für {name} freigegeben',
  hand_over_documents:
    '{count, plural, one {# Dokument} other {# Dokumente}} ({size}), freigegeben für {people, plural, one {# Benutzer} other {# Benutzer}}',
  hand_over_inactive: '{name} wird inaktiv und kann sich nicht mehr anmelden.',
  hand_over_recipient: 'Neuer Besitzer der Dokumente',
  hand_over_recipient_help:
    'Ein aktiver Benutzer von {employer}. Freigaben der Dokumente bleiben bestehen. Ohne Angabe bleiben die Dokumente beim inaktiven Konto.',
  hand_over_date: 'Konto schließen am',
  hand_over_date_help:
    'Der Tag, an dem es geschieht, höchstens {days, plural, one {# Tag} other {# Tage}} im Voraus. Dann wird alles noch einmal geprüft; bis dahin lässt es sich rückgängig machen. Vorher wird niemand benachrichtigt. Leer: jetzt.',
  hand_over_lead_planned:
    'Bis zum {date} behält {name} alles. Dann wird das Konto geschlossen, mit dem, was {name} dann hat. Stand heute:',
  hand_over_submit_planned: 'Übergabe planen',
  hand_over_planned_leaving: 'Das Konto von {name} wird am {date} geschlossen.',
  hand_over_planned_leaving_to: 'Das Konto von {name} wird am {date} geschlossen. Die Dokumente erhält {recipient}.',
  hand_over_planned_receiving:
    '{name} erhält am {date} die Dokumente von {leaver}. Das Konto von {leaver} wird dann geschlossen.',
  hand_over_planned_by: 'Geplant von {name}.',
  hand_over_planned_undo: 'Rückgängig …',
  hand_over_planned_undo_title: 'Geplante Übergabe rückgängig machen',
  hand_over_planned_undo_lead: 'Das Konto von {name} wird am {date} nicht geschlossen. Es ändert sich nichts.',
  hand_over_planned_undo_confirm: 'Übergabe rückgängig machen',
  hand_over_planned_already: 'Eine Übergabe ist bereits geplant. Machen Sie diese zuerst rückgängig.',
  hand_over_submit: 'Konto schließen',
  hand_over_done: '{name} ist inaktiv. Sitzungen und Zugriffe sind beendet.',
  hand_over_done_kept:
    '{count, plural, one {# Berechtigung bleibt} other {# Berechtigungen bleiben}}; ein Portaladministrator kann sie beenden.',
  hand_over_done_sets: '{count, plural, one {# Berechtigungssatz ist} other {# Berechtigungssätze sind}} beendet.',
  hand_over_done_documents:
    '{name} ist inaktiv. Sitzungen und Zugriffe sind beendet, und {recipient} hat {count, plural, one {# Dokument} other {# Dokumente}} erhalten.',
  hand_over_recipient_unknown: 'Wählen Sie einen aktiven Benutzer desselben Arbeitgebers.',
  hand_over_too_large: 'Der Speicherplatz von {recipient} reicht für die Dokumente nicht aus.',
  hand_over_load_failed:
    'Was {name} hat, konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  hand_over_not_loaded: 'Sie können das Konto schließen, sobald Sie sehen, was endet.',
} satisfies Record<keyof typeof handOverTexts, string>
