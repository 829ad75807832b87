import type { mailTexts } from '../mail-texts.ts'

/** German texts of the mails. Not part of the resource table that the browser loads. */
export const deMailTexts = {
  mail_sender: 'Portal von {client}',
  mail_hello: 'Guten Tag {firstName},',
  mail_when: 'Zeitpunkt',
  mail_device: 'Gerät',
  mail_place: 'Ort',
  mail_user_id: 'Benutzername',
  mail_open_portal: 'Portal öffnen',
  mail_sign_in: 'Anmelden',
  mail_why_security:
    'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Antworten an diese Adresse werden nicht gelesen.',
  mail_document_shared_subject: '{sender} hat ein Dokument für Sie freigegeben',
  mail_document_shared:
    '{sender} hat das Dokument {document} für Sie freigegeben. Sie finden es in Ihren Dokumenten unter „Für mich freigegeben“.',
  mail_document_open: 'Dokumente öffnen',
  mail_why_document:
    'Sie erhalten diese E-Mail, weil jemand ein Dokument für Sie freigegeben hat. Antworten an diese Adresse werden nicht gelesen.',
  mail_document_infected_subject: 'In einem Ihrer Dokumente wurde ein Virus gefunden',
  mail_document_infected:
    'Wir haben {document} nach dem Hochladen geprüft und einen Virus gefunden. Das Dokument wurde aus Ihren Dokumenten entfernt. Niemand kann es öffnen.',
  mail_version_infected:
    'Wir haben die neueste Version von {document} nach dem Hochladen geprüft und einen Virus gefunden. Diese Version wurde entfernt. In Ihren Dokumenten steht wieder die vorherige Version.',
  mail_document_infected_next:
    'Prüfen Sie den Computer, von dem die Datei stammt, auf Viren, bevor Sie sie erneut hochladen.',
  mail_why_own_document:
    'Sie erhalten diese E-Mail, weil sie eines Ihrer Dokumente betrifft. Antworten an diese Adresse werden nicht gelesen.',
  mail_file_infected_subject: 'In einer Datei, die Sie hochgeladen haben, wurde ein Virus gefunden',
  mail_file_infected:
    'Wir haben {file} nach dem Hochladen geprüft und einen Virus gefunden. Die Datei wurde entfernt. Links darauf öffnen keine Datei mehr.',
  mail_file_open: 'Dateiverwaltung öffnen',
  mail_why_published_file:
    'Sie erhalten diese E-Mail, weil Sie diese Datei für alle Benutzer des Portals hochgeladen haben. Antworten an diese Adresse werden nicht gelesen.',
  mail_why_announcement:
    'Sie erhalten diese E-Mail, weil Sie in Ihren Benachrichtigungen Mitteilungen per E-Mail gewählt haben. Antworten an diese Adresse werden nicht gelesen.',
  mail_never_asks: 'Wir fragen nie per E-Mail oder Telefon nach Ihrem Passwort.',
  mail_not_you:
    'Waren Sie das nicht? Melden Sie sich jetzt an, ändern Sie Ihr Passwort und wenden Sie sich dann an Ihre Kundenbetreuung.',

  mail_temporary_password_subject: 'Ihr vorläufiges Passwort',
  mail_new_account_subject: 'Ihr Konto ist bereit',
  mail_password_forgotten:
    'Sie haben ein neues Passwort angefordert. Melden Sie sich mit diesem vorläufigen Passwort an:',
  mail_password_set: 'Die Administration hat ein vorläufiges Passwort für Sie vergeben. Melden Sie sich damit an:',
  mail_new_account: 'Wir haben ein Konto für Sie angelegt. Melden Sie sich mit diesem vorläufigen Passwort an:',
  mail_temporary_password: 'Vorläufiges Passwort',
  mail_temporary_password_rules:
    'Es funktioniert einmal und gilt bis zum {validUntil}. Danach wählen Sie Ihr eigenes Passwort.',
  mail_password_not_requested:
    'Wenn Sie das nicht angefordert haben, kennt jemand die Antwort auf Ihre Sicherheitsfrage. Wenden Sie sich an Ihre Kundenbetreuung.',

  mail_link_subject: 'Neues Passwort wählen',
  mail_link: 'Für Ihr Konto wurde ein neues Passwort angefordert.',
  mail_link_button: 'Neues Passwort wählen',
  mail_link_rules:
    'Der Link funktioniert einmal und gilt bis zum {validUntil}. Ihr aktuelles Passwort gilt, bis Sie ein neues wählen.',
  mail_link_not_requested:
    'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Es hat sich nichts geändert.',

  mail_company_subject: 'Melden Sie sich über Ihre Firma an',
  mail_company_no_password:
    'Für Ihr Konto wurde ein neues Passwort angefordert. Ihr Konto hat hier kein Passwort, weil Sie sich über Ihre Firma anmelden.',
  mail_company_how:
    'Öffnen Sie das Portal und wählen Sie die Anmeldung Ihrer Firma. Wenn Sie Ihr Passwort dort vergessen haben, wenden Sie sich an den IT-Support Ihrer Firma.',
  mail_nothing_to_do: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',

  mail_password_changed_subject: 'Ihr Passwort wurde geändert',
  mail_password_changed: 'Das Passwort Ihres Kontos wurde geändert.',
  mail_password_changed_by_administrator: 'Die Administration hat das Passwort Ihres Kontos geändert.',

  mail_password_expires_subject: 'Ihr Passwort läuft {days, plural, one {morgen} other {in # Tagen}} ab',
  mail_password_expires: 'Ihr Passwort läuft am {expiresAt} ab.',
  mail_password_expires_how:
    'Melden Sie sich vorher an und wählen Sie in Ihren Kontoeinstellungen ein neues Passwort. Nach diesem Tag fragen wir bei der Anmeldung nach einem neuen Passwort.',

  mail_dormant_subject: 'Melden Sie sich an, um Ihr Konto zu behalten',
  mail_dormant:
    'Sie haben sich seit einiger Zeit nicht am Portal angemeldet. Am {inactiveFrom} wird Ihr Konto deaktiviert.',
  mail_dormant_how:
    'Um es zu behalten, melden Sie sich vorher an. Wenn Sie es nicht mehr brauchen, müssen Sie nichts tun. Ihre Administration kann es später wieder aktivieren.',
  mail_license_subject: 'Bitte stimmen Sie der Lizenzvereinbarung zu',
  mail_license:
    'Sie haben sich am Portal angemeldet, der Lizenzvereinbarung aber noch nicht zugestimmt. Sie können das Portal nutzen, sobald Sie ihr zustimmen.',
  mail_license_how:
    'Melden Sie sich erneut an, um sie zu lesen und ihr zuzustimmen. Bei Fragen dazu wenden Sie sich an Ihre Kundenbetreuung.',
  mail_why_account:
    'Sie erhalten diese E-Mail, weil sie Ihr Konto betrifft. Antworten an diese Adresse werden nicht gelesen.',

  mail_second_factor_subject: 'Ihr zweiter Faktor wurde geändert',
  mail_recovery_code_used_subject: 'Anmeldung mit einem Wiederherstellungscode',
  mail_authenticator_added: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt.',
  mail_passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
  mail_recovery_codes_made:
    'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Frühere Codes funktionieren nicht mehr.',
  mail_recovery_code_used: 'Bei einer Anmeldung mit Ihrem Konto wurde ein Wiederherstellungscode verwendet.',
  mail_factor_removed: 'Ein zweiter Faktor wurde aus Ihrem Konto entfernt.',
  mail_factor_reset_by_administrator:
    'Die Administration hat Ihren zweiten Faktor zurückgesetzt. Bei der nächsten Anmeldung richten Sie einen neuen ein.',

  mail_new_sign_in_subject: 'Neue Anmeldung mit Ihrem Konto',
  mail_new_sign_in: 'Ihr Konto wurde auf einem Gerät verwendet, das wir noch nicht kennen.',
  mail_new_sign_in_yours: 'Wenn Sie das waren, müssen Sie nichts tun.',

  mail_signed_on_as_subject: 'Die Administration hat sich unter Ihrem Namen angemeldet',
  mail_signed_on_as: '{administrator} hat sich am Portal unter Ihrem Namen angemeldet.',
  mail_signed_on_as_until: 'Spätestens bis',
  mail_signed_on_as_rights: 'Was dabei möglich ist',
  mail_signed_on_as_look: 'Nur ansehen',
  mail_signed_on_as_act: 'In Ihrem Namen handeln',
  mail_signed_on_as_reason: 'Grund',
  mail_signed_on_as_never:
    'Ihr Passwort, Ihre Sicherheitsfrage und Ihr zweiter Faktor sind dabei weder sichtbar noch änderbar. Alles, was geschieht, wird unter beiden Namen protokolliert.',
  mail_signed_on_as_question: 'Wenn Sie das nicht erwartet haben, wenden Sie sich an Ihre Kundenbetreuung.',

  mail_data_export_subject: 'Ihre Daten stehen zum Herunterladen bereit',
  mail_data_export:
    'Sie haben ein Archiv mit allem angefordert, was das Portal über Sie speichert. Melden Sie sich an und laden Sie es in den Kontoeinstellungen unter „Ihre Daten“ herunter. Das geht einmal, bis {validUntil}.',
  mail_data_export_button: 'Kontoeinstellungen öffnen',

  mail_alert_subject: 'Sie haben eine Anmeldung gemeldet',
  mail_alert_reported: 'Sie haben uns mitgeteilt, dass diese Anmeldung nicht von Ihnen stammt:',
  mail_alert_done:
    'Wir haben alle anderen Sitzungen beendet und Ihr bisheriges Passwort gesperrt. Wenn Sie noch kein neues gewählt haben, nutzen Sie „Passwort vergessen?“ auf der Anmeldeseite.',
  mail_alert_administrator_subject: 'Sicherheitshinweis: {person} hat eine Anmeldung gemeldet',
  mail_alert_administrator:
    '{person} (Benutzername {userName}) hat gemeldet, dass diese Anmeldung von jemand anderem stammt:',
  mail_alert_administrator_done:
    'Wir haben alle anderen Sitzungen des Kontos beendet und sein Passwort gesperrt. Sehen Sie das Prüfprotokoll durch.',

  mail_grants_end_subject: 'Ihr Zugriff endet {days, plural, one {morgen} other {in # Tagen}}',
  mail_grants_end_today_subject: 'Ihr Zugriff endet heute',
  mail_grants_end: 'Folgende Zugriffe enden:',
  mail_grants_end_how:
    'Wenn Sie sie noch brauchen, bitten Sie Ihre Administration um Verlängerung. Sonst müssen Sie nichts tun.',
  mail_granted_end_subject: 'Von Ihnen erteilter Zugriff endet {days, plural, one {morgen} other {in # Tagen}}',
  mail_granted_end_today_subject: 'Von Ihnen erteilter Zugriff endet heute',
  mail_granted_end: 'Folgende Zugriffe, die Sie erteilt haben, enden:',
  mail_granted_end_how: 'Um sie zu verlängern, ändern Sie das Enddatum im Profil der Person.',
  mail_grants_end_more: 'und {count, number} weitere',
  mail_why_access:
    'Sie erhalten diese E-Mail, weil sie Ihren Zugriff betrifft. Antworten an diese Adresse werden nicht gelesen.',
  mail_access_requested_subject: '{person} beantragt {application}',
  mail_access_requested: '{person} von {client} beantragt {application}:',
  mail_access_requested_how: 'Melden Sie sich an, um den Antrag zu genehmigen oder abzulehnen.',
  mail_access_requested_button: 'Entscheiden',
  mail_access_review_subject: 'Bitte prüfen Sie die Zugriffe: {scope}',
  mail_access_review_due_subject: 'Zugriffsprüfung {days, plural, one {morgen} other {in # Tagen}} fällig: {scope}',
  mail_access_review_due_today_subject: 'Zugriffsprüfung heute fällig: {scope}',
  mail_access_review:
    'Bitte bestätigen oder beenden Sie die Zugriffe für {scope}. {count, plural, one {# Berechtigung wartet} other {# Berechtigungen warten}} auf eine Entscheidung.',
  mail_access_review_due: 'Fällig',
  mail_access_review_stays: 'Was niemand entscheidet, bleibt, wie es ist, und wird in der Prüfung so festgehalten.',
  mail_access_review_button: 'Zugriffe prüfen',
  mail_access_granted_subject: 'Sie haben jetzt Zugriff auf {application}',
  mail_access_granted: 'Ihr Antrag auf {application} wurde genehmigt. Sie finden die Anwendung auf Ihrer Startseite.',
  mail_access_declined_subject: 'Ihr Antrag auf {application} wurde abgelehnt',
  mail_access_declined: 'Ihr Antrag auf {application} wurde abgelehnt.',
  mail_access_reason: 'Begründung',
  mail_access_until: 'Bis',
  mail_announcement_submitted_subject: 'Bitte prüfen Sie eine Mitteilung: {title}',
  mail_announcement_submitted: '{author} hat die Mitteilung „{title}“ zur Prüfung eingereicht.',
  mail_announcement_submitted_unknown: 'Die Mitteilung „{title}“ wurde zur Prüfung eingereicht.',
  mail_announcement_submitted_how:
    'Niemand sieht sie, bis Sie oder jemand anderes aus der Administration sie veröffentlicht.',
  mail_announcement_submitted_button: 'Mitteilung prüfen',
  mail_announcement_sent_back_subject: 'Ihre Mitteilung wurde zurückgegeben: {title}',
  mail_announcement_sent_back:
    '{reviewer} hat Ihre Mitteilung „{title}“ geprüft und mit dieser Anmerkung zurückgegeben:',
  mail_announcement_sent_back_how: 'Ändern Sie sie und reichen Sie sie erneut ein.',
  mail_announcement_sent_back_button: 'Mitteilung öffnen',
  mail_certificate_subject: '{provider}: Zertifikat läuft {days, plural, one {morgen} other {in # Tagen}} ab',
  mail_certificate:
    'Das Zertifikat, mit dem der Identitätsanbieter „{provider}“ seine Antworten signiert, läuft am {expiresAt} ab. Dort melden sich die Benutzer dieser Mandanten an: {employers}.',
  mail_certificate_how:
    'Fordern Sie vor diesem Tag die neue Metadatendatei an und importieren Sie sie mit diesem Befehl in das Portal. Bis dahin werden beide Zertifikate angenommen.',
  mail_certificate_command: 'Befehl',
  mail_service_token_expires_subject: '{account}: Token läuft {days, plural, one {morgen} other {in # Tagen}} ab',
  mail_service_token_expires:
    'Das letzte Token des Dienstkontos {account} läuft am {expiresAt} ab. Es beginnt mit {token}. Danach erreicht das Programm, das es verwendet, das Portal nicht mehr.',
  mail_service_token_expires_how:
    'Lassen Sie vor diesem Tag ein neues Token ausstellen und geben Sie es dem Programm. Das bisherige gilt daneben noch eine Woche:',
  mail_service_account_ends_how:
    'Das Dienstkonto endet mit ihm. Wird das Programm noch gebraucht, lassen Sie vor diesem Tag ein neues Dienstkonto anlegen:',
  mail_service_token_exposed_subject: 'Ein Token von {account} wurde widerrufen',
  mail_service_token_exposed:
    'Das Token des Dienstkontos {account}, das mit {token} beginnt, wurde in der Adresse einer Anfrage gesendet. Wir haben die Anfrage abgelehnt und das Token widerrufen.',
  mail_service_token_exposed_how:
    'Erstellen Sie ein neues Token für das Dienstkonto und lassen Sie das Programm es in der Kopfzeile „Authorization“ senden.',
  mail_service_token_exposed_why: 'Adressen stehen in Protokollen und Verläufen, wo andere sie lesen können.',
  mail_webhook_off_subject: 'Der Webhook {webhook} wurde abgeschaltet',
  mail_webhook_off:
    'An {address} konnten seit {since} keine Ereignisse zugestellt werden. Das Portal hat den Webhook {webhook} abgeschaltet.',
  mail_webhook_off_how:
    'Bringen Sie den Empfänger in Ordnung und schalten Sie den Webhook in der Verwaltung unter Betrieb > Webhooks wieder ein: Wartende Ereignisse werden dann gesendet. Für ältere wählen Sie dort „Ab einem Tag erneut senden“.',
  mail_why_webhook: 'Sie erhalten diese E-Mail, weil Ihnen dieser Webhook gehört oder weil Sie das Portal verwalten.',
  mail_why_service_account:
    'Sie erhalten diese E-Mail, weil Ihnen dieses Dienstkonto gehört oder Sie das Portal verwalten.',
  mail_why_administrator: 'Sie erhalten diese E-Mail, weil Sie das Portal verwalten.',

  mail_job_failed_subject: 'Eine Hintergrundaufgabe ist fehlgeschlagen: {job}',
  mail_job_failed:
    'Die Aufgabe „{job}“ ist fehlgeschlagen und wird vor dem nächsten geplanten Zeitpunkt nicht wiederholt.',
  mail_job_failed_reason: 'Grund',
  mail_job_failed_run: 'Lauf',
  mail_job_failed_how: 'Sehen Sie im Log des Portals um die Zeit dieser E-Mail nach und beheben Sie dann die Ursache.',
  mail_why_job: 'Sie erhalten diese E-Mail, weil Ihre Adresse für Fehler dieser Aufgabe eingetragen ist.',

  mail_confirm_email_subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  mail_confirm_email:
    '{address} wurde als neue E-Mail-Adresse Ihres Kontos eingetragen. Öffnen Sie das Portal, um sie zu bestätigen:',
  mail_confirm_email_button: 'Diese Adresse bestätigen',
  mail_confirm_email_rules:
    'Der Link gilt bis zum {validUntil} und nur für Sie. Vor der Bestätigung melden Sie sich an.',
  mail_confirm_email_not_requested:
    'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Die Adresse wird dann nicht verwendet.',

  mail_account_changed_subject: 'Ihr Konto wurde geändert',
  mail_account_reactivated:
    'Ein Administrator hat Ihr Konto wieder aktiviert. Mit Ihrem Passwort ist die Anmeldung wieder möglich.',
  mail_account_restored:
    'Ein Administrator hat Ihr gelöschtes Konto wiederhergestellt. Mit Ihrem Passwort ist die Anmeldung wieder möglich.',
  mail_account_unlocked: 'Ein Administrator hat Ihr Konto entsperrt.',
  mail_account_handed_over: 'Ein Administrator hat Ihr Konto geschlossen und Ihre Zugänge beendet.',
  mail_email_requested:
    'Für Ihr Konto wurde eine neue E-Mail-Adresse eingetragen. Sie ersetzt diese, sobald sie bestätigt ist.',
  mail_email_changed: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. An diese Adresse senden wir keine E-Mails mehr.',
  mail_employer_changed: 'Die Administration hat Ihren Arbeitgeber in {employer} geändert.',
  mail_employer_declined: 'Die Administration hat Ihren Wechsel zum Arbeitgeber {employer} abgelehnt.',
  mail_security_question_changed: 'Die Sicherheitsfrage Ihres Kontos oder ihre Antwort wurde geändert.',
  mail_new_address: 'Neue Adresse',

  mail_employer_requested_subject: '{person} möchte den Arbeitgeber wechseln',
  mail_employer_requested: '{person} (Benutzername {userName}) von {from} beantragt den Wechsel zu {to}.',
  mail_employer_requested_how:
    'Um zuzustimmen, ändern Sie den Arbeitgeber in der Benutzerverwaltung. Mit dem Wechsel entfällt der Zugriff auf Kunden des bisherigen Arbeitgebers.',
  mail_why_staff:
    'Sie erhalten diese E-Mail, weil Sie diesen Mandanten betreuen. Antworten an diese Adresse werden nicht gelesen.',

  mail_enhancement_subject: 'Verbesserungsvorschlag {number}: {section}',
  mail_enhancement: '{person} von {client} schlägt eine Verbesserung an {section} vor:',
  mail_enhancement_number: 'Nummer',
  mail_enhancement_contact: 'Kontakt erwünscht',
  mail_enhancement_no_contact: 'Keine Antwort gewünscht.',
  mail_enhancement_email: 'E-Mail',
  mail_enhancement_phone: 'Telefon (geschäftlich)',
  mail_enhancement_answered_subject: 'Ihr Verbesserungsvorschlag {number}: {state}',
  mail_enhancement_answered: 'Ihr Verbesserungsvorschlag {number} zu {section} hat einen neuen Status.',
  mail_enhancement_state: 'Status',
  mail_enhancement_answer: 'Antwort',
  mail_enhancement_received: 'Eingegangen',
  mail_enhancement_in_review: 'In Prüfung',
  mail_enhancement_planned: 'Geplant',
  mail_enhancement_done: 'Umgesetzt',
  mail_enhancement_declined: 'Nicht geplant',
  mail_why_enhancement:
    'Sie erhalten diese E-Mail, weil Sie einen Verbesserungsvorschlag gesendet haben. Antworten an diese Adresse werden nicht gelesen.',
  mail_why_owner:
    'Sie erhalten diese E-Mail, weil Sie diese Anwendung betreuen. Antworten an diese Adresse werden nicht gelesen.',

  text_announcement_subject: 'Mitteilung',
  text_announcement: 'Mitteilung: {title}. Melden Sie sich am Portal an, um sie zu lesen.',
  text_opt_out: 'Portal von {client}: SMS an diese Nummer sind abgeschaltet. Das ist die letzte.',

  mail_test_subject: 'Test-E-Mail des Portals',
  mail_test: 'Das ist eine Test-E-Mail vom Betrieb des Portals. Sie müssen nichts tun.',
  mail_why_test: 'Antworten an diese Adresse werden nicht gelesen.',
} satisfies Record<keyof typeof mailTexts, string>
