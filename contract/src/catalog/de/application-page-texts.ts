import type { applicationPageTexts } from '../application-page-texts.ts'

/** German texts of the page of an application. */
export const deApplicationPageTexts = {
  application_tabs: 'Teile der Anwendung',
  application_tab_details: 'Angaben',
  application_tab_search: 'Suchinformationen',
  application_tab_sign_on: 'Anmeldung',
  application_tab_people: 'Personen',
  application_tab_image: 'Bild',
  application_tab_requests: 'Anträge',
  application_tab_history: 'Verlauf',
  application_wizard: 'In drei Schritten bearbeiten',
  application_save_details: 'Angaben speichern',
  application_save_search: 'Suchinformationen speichern',
  application_item_remove_body: '„{name}“ wird entfernt, wenn Sie speichern.',
  application_search_lead: 'Was Sie hier hinzufügen oder entfernen, gilt, sobald Sie speichern.',
  application_needs_page: 'Nur Administratoren mit der Seite „{page}“ sehen das.',
  application_sign_on_portal: 'Seiten des Portals selbst brauchen keine Anmeldung.',
  application_sign_on_of: 'Das sind die Einstellungen des Systems {system}.',
  application_sign_on_shared:
    '{count, plural, one {Keine andere Anwendung gehört dazu.} other {Alle # Anwendungen des Systems teilen sie sich.}}',
  application_people_read_only: 'Nur Administratoren mit der Seite „{page}“ geben und beenden Zugriff.',
  application_people_own: 'Benutzer mit einer Berechtigung für {application}.',
  application_people_system:
    'Benutzer mit einer Berechtigung für {system}: {application} braucht keine eigene, daher haben alle die Anwendung.',
  application_people_search: 'Name oder E-Mail suchen',
  application_people_none: 'Niemand hat eine Berechtigung dafür.',
  application_people_none_hint: 'Geben Sie der ersten Person Zugriff.',
  application_people_user: 'Benutzer',
  application_people_user_id: 'Benutzername',
  application_people_employer: 'Arbeitgeber',
  application_people_until: 'Bis',
  application_image_none: 'Keine Kachel führt zu dieser Anwendung, daher hat sie kein Bild.',
  application_image_of: 'Das ist das Bild der Kachel {section}.',
  application_image_shared:
    '{count, plural, one {Hinter der Kachel ist keine andere Anwendung.} other {Alle # Anwendungen hinter der Kachel teilen es sich.}}',
} satisfies Record<keyof typeof applicationPageTexts, string>
