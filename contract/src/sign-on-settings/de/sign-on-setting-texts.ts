import type { signOnSettingTexts } from '../sign-on-setting-texts.ts'

/** German answers about the single sign-on settings of an application. */
export const deSignOnSettingTexts = {
  sign_on_settings_saved: 'Einstellungen für Single Sign-on gespeichert.',
  /** The reason follows. */
  sign_on_metadata_refused: 'Diese Metadaten sind ungültig: {reason}.',
  sign_on_entity_id_invalid:
    'Geben Sie einen URI mit höchstens 1.024 Zeichen ein, zum Beispiel https://app.example.com/saml.',
  sign_on_entity_id_own: 'Das ist die Entitäts-ID dieses Portals. Geben Sie die der Anwendung ein.',
  sign_on_entity_id_taken: 'Diese Entitäts-ID gehört zu {system}.',
  sign_on_address_unsafe:
    '„{value}“ muss mit https:// beginnen und darf weder Fragment noch Benutzername oder Passwort enthalten.',
  sign_on_hosts_differ: 'Alle Redirect-URIs müssen auf demselben Host liegen: „{value}“ liegt auf einem anderen.',
  sign_on_acs_index: '„{value}“ muss eine Zahl sein, die keine andere Adresse hat.',
  sign_on_origin_invalid: '„{value}“ muss ein Ursprung wie https://app.example.com sein.',
  sign_on_certificate_missing: 'Fügen Sie das Zertifikat hinzu, das die Anfragen der Anwendung prüft.',
  sign_on_certificate_invalid: 'Das ist nicht verwendbar: {reason}. Fügen Sie ein Zertifikat im PEM-Format ein.',
  sign_on_attribute_invalid:
    '„{value}“ kann kein Name sein: Er muss 1 bis 250 Zeichen haben, ohne Leerzeichen und Anführungszeichen.',
  sign_on_attribute_reserved: '„{value}“ setzt das Portal selbst. Wählen Sie einen anderen Namen.',
  sign_on_attribute_twice: '„{value}“ ist zweimal aufgeführt.',
  sign_on_no_client: 'Dieses System hat keinen OpenID-Connect-Client mit Geheimnis.',
  sign_on_settings_stale: '{name} hat diese Einstellungen inzwischen geändert. Laden Sie sie neu.',
  sign_on_settings_stale_unknown: 'Diese Einstellungen wurden inzwischen geändert. Laden Sie sie neu.',
} satisfies Record<keyof typeof signOnSettingTexts, string>
