import type { serviceAccountTexts } from '../service-account-texts.ts'

/** What the server answers to administrators of service accounts, in German. */
export const deServiceAccountTexts = {
  service_name_taken: 'Es gibt schon ein Dienstkonto mit diesem Namen.',
  service_owner_inactive: 'Der Eigentümer muss ein aktiver Benutzer sein.',
  service_owner_external: 'Ein Dienstkonto der Installation braucht einen internen Eigentümer.',
  service_owner_other_employer: 'Der Eigentümer gehört zu einem anderen Arbeitgeber.',
  service_owner_lacks_page: 'Der Eigentümer hat die Seite {page} nicht, die {scope} braucht.',
  service_creator_lacks_page: 'Sie haben die Seite {page} nicht, die {scope} braucht.',
  service_scopes_none: 'Wählen Sie mindestens einen Zugriffsbereich.',
  service_scope_installation: '{scope} ist nur für Dienstkonten der Installation.',
  service_scope_employer: '{scope} ist nur für Dienstkonten eines Arbeitgebers.',
  service_network_invalid: 'Zeile {line}: „{entry}“ ist weder eine Adresse noch ein Netz wie 10.1.0.0/16.',
  service_networks_invalid: 'Die Zeilen {lines} sind weder Adressen noch Netze wie 10.1.0.0/16.',
  service_networks_too_many: 'Höchstens {max} Adressen und Netze.',
  service_end_past: 'Wählen Sie einen Tag in der Zukunft.',
  service_end_too_late: 'Ein Dienstkonto endet spätestens nach {days} Tagen.',
  service_overlap_too_long: 'Höchstens {days} Tage.',
  service_tokens_too_many:
    'Zwei Token dieses Dienstkontos funktionieren schon. Widerrufen Sie zuerst eines, oder lassen Sie die früheren sofort enden.',
  service_token_gone: 'Dieses Token funktioniert nicht mehr.',
  service_account_ended: 'Dieses Dienstkonto ist abgelaufen. Fügen Sie ein neues hinzu.',
  service_account_gone: 'Dieses Dienstkonto ist widerrufen.',
  service_employer_unknown: 'Diesen Arbeitgeber gibt es nicht mehr.',
  service_account_changed: 'Dienstkonto gespeichert.',
  service_account_revoked: 'Dienstkonto widerrufen. Seine Token funktionieren nicht mehr.',
  service_token_revoked: 'Token widerrufen.',
  service_account_stale:
    '{name} hat dieses Dienstkonto geändert, nachdem Sie es geöffnet haben. Laden Sie den aktuellen Stand und speichern Sie dann noch einmal.',
  service_account_stale_unknown:
    'Dieses Dienstkonto wurde geändert, nachdem Sie es geöffnet haben. Laden Sie den aktuellen Stand und speichern Sie dann noch einmal.',
} satisfies Record<keyof typeof serviceAccountTexts, string>
