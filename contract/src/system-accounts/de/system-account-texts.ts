import type { systemAccountTexts } from '../system-account-texts.ts'

/** German texts of the system accounts of users: what the server answers, and the screen. */
export const deSystemAccountTexts = {
  accounts_error: 'Bei der Verarbeitung ist ein Fehler aufgetreten. Bitte versuchen Sie es erneut',
  accounts_saved: 'Änderungen gespeichert',
  accounts_taken: 'Der Kontoname ist bereits vergeben',
  accounts_locked: 'Der Kontoname kann nicht geändert werden',
  accounts_unknown:
    'Ein Konto gibt es nicht mehr. Laden Sie die Konten neu und nehmen Sie Ihre Änderungen noch einmal vor.',
  accounts_stale: '{name} hat diese Konten geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  accounts_stale_unknown:
    'Diese Konten haben sich geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  accounts_type_unknown: 'Diesen Kontotyp gibt es nicht.',
  accounts_client_unknown: 'Ein gewählter Mandant gehört nicht zu den Mandanten des Benutzers.',
  accounts_too_many: 'Ein Benutzer kann in einem System höchstens {max, number} Konten haben.',
  accounts_title: 'Systemkonten',
  accounts_subtitle: 'Konten von {name} in {application}',
  accounts_not_yourself: 'Ihre eigenen Konten muss jemand anderes mit Verwaltungsrechten ändern.',
  accounts_type: 'Kontotyp',
  accounts_name: 'Kontoname',
  accounts_all_clients: 'Alle Mandanten',
  accounts_add: 'Konto hinzufügen',
  accounts_remove: 'Konto {name} entfernen',
  accounts_none: 'Dieser Benutzer hat keine Konten in diesem System.',
  accounts_no_types: 'Dieses System hat keine Kontotypen.',
  accounts_locked_help: 'In Gebrauch: Die Anwendung wurde mit diesem Konto bereits geöffnet.',
  accounts_new: 'neues Konto',
  accounts_blank: 'Geben Sie zuerst einen Namen für das neue Konto ein.',
  accounts_save: 'Konten speichern',
  accounts_assign_clients: 'Mandanten zuordnen',
  accounts_assign: '{name} Mandanten zuordnen',
  accounts_assign_title: 'Mandantenzuordnung',
  accounts_assign_help: 'Ohne Auswahl gilt das Konto für alle Mandanten des Benutzers.',
  accounts_assign_done: 'Übernehmen',
} satisfies Record<keyof typeof systemAccountTexts, string>
