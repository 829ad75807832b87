import type { directoryAttributeTexts } from '../directory-attribute-texts.ts'

/** German texts about the attributes of a directory. */
export const deDirectoryAttributeTexts = {
  directory_attributes_saved:
    'Gespeichert. Für jede Person gilt es mit der nächsten Änderung, die das Verzeichnis sendet.',
  directory_attributes_stale: 'Die Attribute wurden inzwischen geändert. Laden Sie die Seite neu.',
  directory_attribute_unknown: 'Verzeichnisse haben kein Attribut dieses Namens. Prüfen Sie den Pfad.',
  directory_attribute_syntax: 'Das ist nicht der Pfad eines Attributs. Beispiel: {example}',
  directory_attribute_no_text: 'Dieses Attribut ist kein Text. Wählen Sie einen seiner Teile, etwa {example}.',
  directory_attribute_read_only: 'Dieses Attribut sendet ein Verzeichnis nicht. Wählen Sie ein anderes.',
  directory_attribute_no_department: 'Das Portal hat keine Abteilung dieses Namens.',
  directory_attribute_body: 'Fügen Sie eine Person ein, wie das Verzeichnis sie sendet: ein JSON-Objekt mit userName.',
  directory_attribute_change: 'Das ist die Änderung einer Person. Fügen Sie eine ganze Person ein.',
  directory_attribute_request:
    'Die Werte dieser Anfrage sind nicht aufbewahrt, und ihre Person wird zurzeit nicht bereitgestellt. Fügen Sie stattdessen einen Inhalt ein.',
  directory_attributes_lead:
    'Welches Attribut des Verzeichnisses von {name} welches Feld eines Kontos füllt. Ein leeres Feld behält das Attribut, das darin angezeigt wird.',
  directory_attributes_form: 'Attribute',
  directory_attributes_save: 'Attribute speichern',
  directory_attributes_user_id: 'Benutzername',
  directory_attributes_email_help: 'Leer: die primäre Adresse; ist keine die primäre, die der Arbeit, sonst die erste.',
  directory_attributes_try: 'Ausprobieren',
  directory_attributes_try_lead:
    'Zeigt, was ein Konto mit den Attributen oben bekäme, gespeichert oder nicht. Gespeichert wird dabei nichts.',
  directory_attributes_try_body: 'Inhalt einer Person',
  directory_attributes_try_body_help: 'Als JSON, wie das Verzeichnis ihn sendet. Ein Passwort darin wird übergangen.',
  directory_attributes_try_request: 'Oder die Person einer Anfrage',
  directory_attributes_try_run: 'Attribute ausprobieren',
  directory_attributes_result: 'Was das Konto bekäme',
  directory_attributes_field: 'Feld',
  directory_attributes_path: 'Attribut',
  directory_attributes_sent: 'Das Verzeichnis nennt',
  directory_attributes_stored: 'Das Konto bekommt',
  directory_attributes_outcome: 'Ergebnis',
  directory_attributes_outcome_stored: 'Gespeichert',
  directory_attributes_outcome_empty: 'Kein Wert',
  directory_attributes_outcome_left_out: 'Weggelassen',
  directory_attributes_outcome_refused: 'Person abgelehnt',
  directory_attributes_history: 'Versionen',
  directory_attributes_version: 'Version Nr. {version}',
  directory_attributes_version_by: '{moment}, von {name}',
  directory_attributes_version_default: 'Jedes Feld aus seinem üblichen Attribut.',
  directory_attributes_version_item: '{field}: {path}',
} satisfies Record<keyof typeof directoryAttributeTexts, string>
