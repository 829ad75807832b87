import type { ssoMappingTexts } from '../sso-mapping-texts.ts'

/** German texts of what new accounts of an employer begin with. */
export const deSsoMappingTexts = {
  sso_mapping_no_applications: 'Bitte wählen Sie mindestens eine Anwendung.',
  sso_mapping_no_customers: 'Bitte wählen Sie mindestens einen Kunden',
  sso_mapping_customer_known: 'Die Kunden wurden diesem Arbeitgeber bereits hinzugefügt',
  sso_mapping_duplicate: 'Dieser Arbeitgeber ist bereits vorhanden',
  sso_mapping_unknown_application: 'Diese Anwendung gibt es nicht, oder neue Konten können sie nicht erhalten.',
  sso_mapping_unknown_customer: 'Diesen Kunden gibt es nicht.',
  sso_mapping_restore_changed:
    'Das kann nicht rückgängig gemacht werden: Der Arbeitgeber wurde inzwischen wieder hinzugefügt oder gelöscht.',
  sso_mapping_restore_gone:
    'Das lässt sich nicht rückgängig machen: Die Anwendung oder der Kunde wurde inzwischen gelöscht.',
  sso_mapping_saved: 'Änderungen gespeichert.',
} satisfies Record<keyof typeof ssoMappingTexts, string>
