import type { ssoMappingPageTexts } from '../sso-mapping-page-texts.ts'

/** German texts of the screen of single sign-on mappings. */
export const deSsoMappingPageTexts = {
  sso_mappings_subtitle:
    'Arbeitgeber, deren Benutzer bei ihrer ersten Anmeldung ein Konto erhalten, mit den Anwendungen und Kunden, mit denen es beginnt.',
  sso_mappings_none: 'Für keinen Arbeitgeber erhalten Benutzer bei ihrer ersten Anmeldung ein Konto.',
  sso_mappings_none_hint: 'Fügen Sie einen Arbeitgeber hinzu, um zu wählen, womit neue Konten beginnen.',
  sso_mapping_add: 'Arbeitgeber hinzufügen',
  sso_mapping_employer: 'Arbeitgeber',
  sso_mapping_save_employer: 'Arbeitgeber speichern',
  sso_mapping_applications: 'Anwendungen',
  sso_mapping_customers: 'Kunden',
  sso_mapping_nothing: 'Keine',
  sso_mapping_add_applications: 'Anwendungen hinzufügen',
  sso_mapping_add_applications_to: '{employer} Anwendungen hinzufügen',
  sso_mapping_save_applications: 'Anwendungen speichern',
  sso_mapping_add_customers: 'Kunden hinzufügen',
  sso_mapping_add_customers_to: '{employer} Kunden hinzufügen',
  sso_mapping_save_customers: 'Kunden speichern',
  sso_mapping_search_customers: 'Kunden suchen',
  sso_mapping_no_such_customer: 'Keine Kunden gefunden.',
  sso_mapping_chosen: 'Gewählt: {names}',
  sso_mapping_customer_conflict: 'Ein über- oder untergeordneter Kunde ist bereits gewählt.',
  sso_mapping_show_all: 'Alle {count, number} anzeigen',
  sso_mapping_delete: '{name} löschen',
  sso_mapping_delete_from: '{name} von {employer} löschen',
  sso_mapping_delete_employer_title: 'Arbeitgeber löschen',
  sso_mapping_delete_employer_body:
    'Neue Benutzer von {employer} erhalten bei ihrer ersten Anmeldung kein Konto mehr. Vorhandene Konten bleiben. Sie können das eine Stunde lang rückgängig machen.',
  sso_mapping_delete_application_title: 'Anwendung löschen',
  sso_mapping_delete_customer_title: 'Kunden löschen',
  sso_mapping_delete_part_body:
    'Neue Konten von {employer} beginnen nicht mehr mit {name}. Vorhandene Konten behalten es. Sie können das eine Stunde lang rückgängig machen.',
} satisfies Record<keyof typeof ssoMappingPageTexts, string>
