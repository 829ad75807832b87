import type { catalogTexts } from '../catalog-texts.ts'

/** German answers about applications, sections and systems. */
export const deCatalogTexts = {
  search_item_duplicate: 'Diese Suchinformation gibt es bereits',
  catalog_address_invalid:
    'Geben Sie eine Webadresse ein oder einen Pfad des Portals, der mit einem Schrägstrich beginnt.',
  application_added: 'Die Anwendung wurde hinzugefügt',
  application_saved: 'Die Anwendung wurde gespeichert',
  application_deleted: 'Die Anwendung wurde gelöscht',
  application_restored: 'Die Anwendung ist wieder da, und ihre Benutzer haben ihre Berechtigungen zurück.',
  application_protected: 'Das Portal selbst braucht diese Anwendung. Sie kann nicht gelöscht werden.',
  application_name_fixed: 'Das Portal findet diese Seite über ihren Namen. Deshalb bleibt der Name.',
  application_system_fixed:
    'Das System des Portals enthält nur Seiten des Portals: Es wird nichts hinzugefügt und nichts hinein- oder herausverschoben. Wählen Sie ein anderes System.',
  application_settings_shown: 'Diese Seite kann nicht ausgeblendet werden: Niemand könnte sie wieder einblenden.',
  application_screen_not_held: 'Nur Administratoren, die diese Seite haben, können sie ausblenden.',
  application_more_permissions:
    'Inzwischen haben weitere Personen Berechtigungen für diese Anwendung bekommen. Prüfen Sie, was sie verlieren, und löschen Sie sie dann.',
  application_system_unknown: 'Dieses System gibt es nicht mehr.',
  application_section_unknown: 'Diesen Bereich gibt es nicht mehr.',
  search_items_saved: 'Die Suchinformationen wurden gespeichert',
  system_added: 'Das System wurde hinzugefügt',
  system_saved: 'Das System wurde gespeichert',
  system_fixed: 'Das ist das Portal selbst: Name und Standort bleiben.',
  logout_address_placeholder: '{placeholder} ist kein Platzhalter. Es gibt: {known}',
  logout_address_elsewhere:
    'Eine Abmeldung führt nur zu Adressen des Portals und der Anwendung. Die Adresse muss so beginnen: {origins}',
  section_added: 'Der Bereich wurde hinzugefügt',
  section_screens_not_held:
    'Dieser Bereich enthält Seiten des Portals, die Sie nicht haben. Nur Administratoren, die sie haben, können ihn ausblenden.',
  section_saved: 'Der Bereich wurde gespeichert',
  software_too_long: 'Ein Name hat höchstens 200 Zeichen.',
  delete_systems_error: 'Beim Löschen von Systemen ist ein Fehler aufgetreten.',
  delete_sections_error: 'Beim Löschen von Bereichen ist ein Fehler aufgetreten.',
  delete_systems_pages: 'Zu mindestens einem der gewählten Systeme gehören Seiten.',
  delete_sections_pages: 'Zu mindestens einem der gewählten Bereiche gehören Seiten.',
  delete_pages_first: 'Bitte löschen Sie zuerst die zugehörigen Seiten.',
  systems_deleted: 'Die gewählten Systeme wurden gelöscht',
  sections_deleted: 'Die gewählten Bereiche wurden gelöscht',
  systems_restored: 'Die Systeme sind wieder da, und ihre Benutzer haben ihre Berechtigungen zurück.',
  sections_restored: 'Die Bereiche sind wieder da.',
  catalog_stale:
    '{name} hat dies inzwischen geändert. Laden Sie neu, um die Änderungen zu sehen, und versuchen Sie es dann erneut.',
  catalog_stale_unknown:
    'Dies wurde inzwischen geändert. Laden Sie neu, um die Änderungen zu sehen, und versuchen Sie es dann erneut.',
  catalog_restore_taken: 'Das kann nicht rückgängig gemacht werden: Der Name ist inzwischen vergeben.',
  catalog_restore_orphan:
    'Das kann nicht rückgängig gemacht werden: Das System oder der Bereich wurde inzwischen gelöscht.',
} satisfies Record<keyof typeof catalogTexts, string>
