import type { signInTestTexts } from '../sign-in-test-texts.ts'

/** German texts of a test sign-in at an identity provider, and of what it finds. */
export const deSignInTestTexts = {
  sign_in_test: 'Anmeldung testen',
  sign_in_test_title: 'Testanmeldung bei {name}',
  sign_in_test_intro:
    'Der Identitätsanbieter öffnet sich in einem neuen Tab. Melden Sie sich dort als der Benutzer an, den Sie testen möchten. Das Portal zeigt, was es empfängt; hier wird niemand angemeldet und nichts geändert.',
  sign_in_test_start: 'Identitätsanbieter öffnen',
  sign_in_test_opening: '{name} wird geöffnet …',
  sign_in_test_opened: 'Das Ergebnis erscheint im neuen Tab.',
  sign_in_test_blocked:
    'Ihr Browser hat den neuen Tab blockiert. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es dann erneut.',
  sign_in_test_all: 'Alle Identitätsanbieter',
  sign_in_test_again: 'Erneut testen',
  sign_in_test_failed_to_load:
    'Das Ergebnis kann nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
  sign_in_test_waiting:
    'Es ist noch keine Antwort eingetroffen. Schließen Sie die Anmeldung beim Identitätsanbieter ab und laden Sie diese Seite neu.',
  sign_in_test_refused: 'Diese Anmeldung würde abgelehnt',
  sign_in_test_signs_in: 'Diese Anmeldung würde gelingen',
  sign_in_test_as: 'Sie würde {name} anmelden, Benutzername {user}, von {client}.',
  sign_in_test_links:
    'Sie würde das Firmenkonto mit {name}, Benutzername {user}, von {client} verknüpfen und die Person anmelden.',
  sign_in_test_creates: 'Sie würde ein Konto für {name}, {email}, bei {client} anlegen und die Person anmelden.',
  sign_in_test_fix: 'Was zu tun ist',
  sign_in_test_nothing: 'Dieser Test hat niemanden angemeldet und nichts geändert.',
  sign_in_test_checks: 'Prüfungen',
  sign_in_test_check: 'Prüfung',
  sign_in_test_result: 'Ergebnis',
  sign_in_test_found: 'Empfangen',
  sign_in_test_expected: 'Erwartet',
  sign_in_test_passed: 'Bestanden',
  sign_in_test_warning: 'Hinweis',
  sign_in_test_failed: 'Nicht bestanden',
  sign_in_test_skipped: 'Nicht geprüft',
  sign_in_test_received: 'Empfangene Attribute',
  sign_in_test_unverified: 'Die Signatur ist ungültig: Diese Werte könnte jeder geschrieben haben.',
  sign_in_test_attribute: 'Attribut',
  sign_in_test_values: 'Werte',
  sign_in_test_name_id: 'Name-ID',
  sign_in_test_name_id_format: 'Format der Name-ID',
  sign_in_test_none: 'Nicht vorhanden',
  sign_in_test_FORM: 'Form der Antwort',
  sign_in_test_STATUS: 'Status der Anmeldung',
  sign_in_test_ISSUER: 'Aussteller',
  sign_in_test_SIGNATURE: 'Signatur',
  sign_in_test_CERTIFICATE: 'Zertifikat gültig bis',
  sign_in_test_DESTINATION: 'Zieladresse',
  sign_in_test_REQUEST: 'Antwortet auf diese Anfrage (InResponseTo)',
  sign_in_test_AUDIENCE: 'Zielgruppe (Audience)',
  sign_in_test_RECIPIENT: 'Empfänger',
  sign_in_test_TIME: 'Jetzt gültig',
  sign_in_test_FRESH: 'Noch nicht verwendet',
  sign_in_test_NAME: 'Dauerhafter Name des Benutzers',
  sign_in_test_PERSON: 'Name und E-Mail-Adresse',
  sign_in_test_ACCOUNT: 'Konto im Portal',
  sign_in_test_fix_FORM:
    'Die Antwort ist keine SAML-2.0-Antwort, die das Portal annimmt: eine unverschlüsselte Assertion, signiert mit SHA-256 oder SHA-512.',
  sign_in_test_fix_STATUS:
    'Der Identitätsanbieter hat den Benutzer nicht angemeldet. Prüfen Sie dort, ob er dieses Portal verwenden darf.',
  sign_in_test_fix_ISSUER:
    'Die Antwort stammt von einem anderen Identitätsanbieter. Vergleichen Sie die Entitäts-ID mit den Metadaten des Anbieters.',
  sign_in_test_fix_SIGNATURE:
    'Die Assertion ist nicht mit dem hinterlegten Zertifikat signiert. Lassen Sie den Anbieter Assertions signieren und importieren Sie seine aktuellen Metadaten.',
  sign_in_test_fix_CERTIFICATE:
    'Fordern Sie die neuen Metadaten des Anbieters an, bevor das Zertifikat abläuft, und importieren Sie sie mit „Bearbeiten“.',
  sign_in_test_fix_DESTINATION:
    'Tragen Sie die erwartete Adresse beim Identitätsanbieter ein oder importieren Sie dort die Metadaten des Portals.',
  sign_in_test_fix_REQUEST:
    'Die Antwort gehört nicht zu diesem Test. Starten Sie einen neuen Test und beginnen Sie beim Portal.',
  sign_in_test_fix_AUDIENCE:
    'Tragen Sie die erwartete Entitäts-ID beim Identitätsanbieter ein oder importieren Sie dort die Metadaten des Portals.',
  sign_in_test_fix_RECIPIENT:
    'Tragen Sie die erwartete Adresse beim Identitätsanbieter ein oder importieren Sie dort die Metadaten des Portals.',
  sign_in_test_fix_TIME:
    'Prüfen Sie die Uhr des Identitätsanbieters. Sie darf um eine Minute von der des Portals abweichen.',
  sign_in_test_fix_FRESH:
    'Diese Assertion wurde bereits für eine Anmeldung verwendet. Der Anbieter muss für jede Anmeldung eine neue ausstellen.',
  sign_in_test_fix_NAME:
    'Lassen Sie den Anbieter eine dauerhafte Name-ID senden, zum Beispiel „persistent“ oder die E-Mail-Adresse.',
  sign_in_test_fix_PERSON:
    'Tragen Sie mit „Bearbeiten“ ein, wie der Anbieter die Attribute für E-Mail-Adresse, Vorname und Nachname nennt.',
  sign_in_test_fix_ACCOUNT:
    'Prüfen Sie, ob der Anbieter für den Arbeitgeber des Benutzers zuständig ist, ob die E-Mail-Domain zum Arbeitgeber gehört und ob das Konto aktiv ist.',
  company_directory: 'Firmenverzeichnis',
  company_directory_ldap: 'LDAP-Verzeichnis',
  company_directory_oidc: 'OpenID-Connect-Anbieter',
  company_directory_proxy: 'Proxy, der Benutzer anmeldet',
  company_directory_kind: 'Art',
  company_directory_address: 'Adresse',
  company_directory_name: 'Enthält den Benutzernamen',
  company_directory_groups: 'Gruppen, die sich anmelden dürfen',
  company_directory_everyone: 'Alle',
  company_directory_attributes: 'Legt für Benutzer fest',
  company_directory_no_attributes: 'Nichts',
  company_directory_help: 'Es gilt für das ganze Portal und wird in den Einstellungen seines Servers festgelegt.',
  company_directory_no_test:
    'Ein Proxy kann von hier aus nicht getestet werden: Er meldet Benutzer an, bevor sie das Portal erreichen.',
  company_directory_unavailable: 'Der Anbieter hat nicht geantwortet. Prüfen Sie PORTAL_DIRECTORY und das Netzwerk.',
  directory_test_intro:
    'Das Portal sucht den Benutzer wie bei einer Anmeldung und zeigt jeden Schritt. Niemand wird angemeldet und nichts geändert.',
  directory_test_user: 'Benutzername',
  directory_test_password: 'Passwort',
  directory_test_password_help: 'Es wird an das Verzeichnis gesendet und nirgends aufbewahrt.',
  directory_test_run: 'Test starten',
  sign_in_test_CODE: 'Code gegen Token getauscht',
  sign_in_test_GROUPS: 'Mitglied einer Gruppe',
  sign_in_test_CONNECTION: 'Verbindung zum Verzeichnis',
  sign_in_test_SEARCH_ACCOUNT: 'Konto, das sucht',
  sign_in_test_ENTRY: 'Eintrag des Benutzers',
  sign_in_test_PASSWORD: 'Passwort',
  sign_in_test_fix_CODE:
    'Vergleichen Sie PORTAL_DIRECTORY_CLIENT_ID, PORTAL_DIRECTORY_CLIENT_SECRET und die Rücksprungadresse mit den Einstellungen des Anbieters.',
  sign_in_test_fix_GROUPS:
    'Nehmen Sie den Benutzer in eine der Gruppen aus PORTAL_DIRECTORY_GROUPS auf. Ein OpenID-Connect-Anbieter muss den Claim groups senden.',
  sign_in_test_fix_CONNECTION: 'Prüfen Sie die Adresse in PORTAL_DIRECTORY, PORTAL_DIRECTORY_CA und das Netzwerk.',
  sign_in_test_fix_SEARCH_ACCOUNT: 'Prüfen Sie PORTAL_DIRECTORY_BIND_DN und PORTAL_DIRECTORY_BIND_PASSWORD.',
  sign_in_test_fix_ENTRY: 'Prüfen Sie den Benutzernamen sowie Basis, Attribut und Filter in PORTAL_DIRECTORY.',
  sign_in_test_fix_PASSWORD:
    'Prüfen Sie das Passwort und ob das Verzeichnis den Benutzer gesperrt oder deaktiviert hat.',
  sign_in_test_fix_directory_ACCOUNT:
    'Prüfen Sie, ob das Portal einen aktiven Verzeichnisbenutzer mit diesem Benutzernamen und dieser E-Mail-Adresse hat.',
  sign_in_test_fix_directory_SIGNATURE:
    'Das Token ist nicht mit einem Schlüssel des Anbieters signiert. Prüfen Sie den Aussteller in PORTAL_DIRECTORY.',
  sign_in_test_fix_directory_ISSUER:
    'Das Token stammt von einem anderen Aussteller. Vergleichen Sie PORTAL_DIRECTORY mit dem Aussteller in den Einstellungen des Anbieters.',
  sign_in_test_fix_directory_AUDIENCE:
    'Das Token ist für eine andere Anwendung. Prüfen Sie PORTAL_DIRECTORY_CLIENT_ID.',
  sign_in_test_reason_unreadable: 'Die Antwort ist nicht lesbar.',
  sign_in_test_reason_no_response: 'Es ist keine SAML-Antwort.',
  sign_in_test_reason_several_responses: 'Sie enthält mehr als eine Antwort.',
  sign_in_test_reason_encrypted: 'Die Assertion ist verschlüsselt.',
  sign_in_test_reason_assertion_count: 'Sie enthält nicht genau eine Assertion.',
  sign_in_test_reason_duplicate_id: 'Eine ID kommt mehrmals vor.',
  sign_in_test_reason_misplaced_signature: 'Eine Signatur steht an der falschen Stelle.',
  sign_in_test_reason_weak_algorithm: 'Sie ist mit einem Verfahren signiert, das nicht angenommen wird.',
  sign_in_test_reason_incomplete: 'Der Antwort oder ihrer Assertion fehlt ID, Version 2.0 oder Ausstellungszeit.',
  sign_in_test_reason_no_request: 'Sie nennt keine Anfrage.',
  sign_in_test_reason_mismatch: 'Sie ist nicht die Antwort auf diesen Test.',
  sign_in_test_reason_no_subject: 'Der Assertion fehlt das Subjekt oder die Bedingungen.',
  sign_in_test_reason_untimely: 'Sie ist abgelaufen oder noch nicht gültig.',
  sign_in_test_reason_issued_in_future: 'Sie wurde in der Zukunft ausgestellt.',
  sign_in_test_reason_no_confirmation: 'Das Subjekt ist nicht für dieses Portal bestätigt.',
  sign_in_test_reason_no_statement: 'Sie sagt nicht, wann und wie sich der Benutzer angemeldet hat.',
  sign_in_test_reason_session_expired: 'Die Sitzung beim Identitätsanbieter ist beendet.',
  sign_in_test_reason_no_name: 'Es gibt keine Name-ID.',
  sign_in_test_reason_transient_name: 'Diese Name-ID ändert sich mit jeder Anmeldung.',
  sign_in_test_reason_not_signed: 'Die Assertion ist nicht signiert.',
  sign_in_test_reason_bad_signature: 'Die Signatur ist ungültig.',
  sign_in_test_reason_not_verified: 'Die Antwort kann nicht geprüft werden.',
  sign_in_test_reason_no_email: 'Es wurde keine E-Mail-Adresse empfangen.',
  sign_in_test_reason_other_domain: 'Die E-Mail-Domain gehört zu keinem Arbeitgeber des Anbieters.',
  sign_in_test_reason_address_taken: 'Die E-Mail-Adresse gehört zu einem anderen Konto.',
  sign_in_test_reason_no_account:
    'Es gibt kein Konto, und für den Arbeitgeber wird bei der ersten Anmeldung keines angelegt.',
  sign_in_test_reason_no_names: 'Es wurde kein Vorname oder kein Nachname empfangen.',
  sign_in_test_reason_no_longer_here: 'Das verknüpfte Konto meldet sich nicht mehr bei diesem Anbieter an.',
  sign_in_test_reason_account_gone: 'Das Konto gibt es nicht mehr.',
  sign_in_test_reason_account_deleted: 'Das Konto ist gelöscht.',
  sign_in_test_reason_client_deleted: 'Der Arbeitgeber des Kontos ist gelöscht.',
  sign_in_test_reason_account_inactive: 'Das Konto ist inaktiv.',
  sign_in_test_reason_account_locked: 'Das Konto ist gesperrt.',
  sign_in_test_reason_no_claim: 'Der Benutzername oder die E-Mail-Adresse fehlt, oder die Adresse ist nicht bestätigt.',
  sign_in_test_reason_not_linked:
    'Kein Verzeichnisbenutzer hat diesen Benutzernamen und diese E-Mail-Adresse, oder er ist mit einem anderen Firmenkonto verknüpft.',
  sign_in_test_reason_no_directory_user: 'Kein Verzeichnisbenutzer des Portals hat diesen Benutzernamen.',
  sign_in_test_reason_no_entry: 'Kein Eintrag hat diesen Benutzernamen.',
  sign_in_test_reason_several_entries: 'Mehr als ein Eintrag hat diesen Benutzernamen.',
  sign_in_test_reason_no_member: 'Der Benutzer ist in keiner der Gruppen.',
  sign_in_test_reason_wrong_password: 'Das Verzeichnis hat das Passwort abgelehnt.',
  sign_in_test_reason_no_answer: 'Der Anbieter hat nicht geantwortet.',
} satisfies Record<keyof typeof signInTestTexts, string>
