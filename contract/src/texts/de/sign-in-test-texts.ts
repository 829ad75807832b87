import type { signInTestTexts } from '../sign-in-test-texts.ts'

/** German texts of a test sign-in at an identity provider, and of what it finds. */
export const deSignInTestTexts = {
  sign_in_test: 'Anmeldung testen',
  sign_in_test_title: 'Testanmeldung bei {name}',
  sign_in_test_intro:
    'Der Identitätsanbieter öffnet sich in einem neuen Tab. Melden Sie sich dort als der Benutzer an, den Sie testen möchten. Das Portal zeigt, was es empfängt; hier wird niemand angemeldet und nichts geändert.',
  sign_in_test_start: 'Identitätsanbieter öffnen',
  sign_in_test_opening: '{name} wird geöffnet…',
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
  sign_in_test_none: 'Keine',
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
} satisfies Record<keyof typeof signInTestTexts, string>
