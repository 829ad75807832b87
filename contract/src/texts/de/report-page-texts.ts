import type { reportPageTexts } from '../report-page-texts.ts'

/** German texts of the screens about reports. */
export const deReportPageTexts = {
  reports_criteria: 'Kriterien',
  reports_contains: 'Was der Bericht enthält',
  reports_user_list_lead: 'Eine Tabelle der Benutzer, die Sie verwalten.',
  reports_user_list_contains:
    'Eine Zeile je Benutzer: Name, Benutzer-ID, E-Mail, Arbeitgeber, Abteilung, Status, Art, Verwaltungsrechte, wann sie angelegt wurden und sich zuletzt angemeldet haben.',
  reports_user_list_kept: 'Die Tabelle wird sofort heruntergeladen. Die Warteschlange bewahrt die Berichte auf, die Sie im Portal ansehen.',
  reports_pci_lead: 'Wer die sensiblen Daten eines Kunden sehen darf.',
  reports_pci_contains:
    'Eine Zeile je Benutzer und Anwendung mit sensiblen Daten: wie sie Zugriff auf den Kunden haben, über ihn selbst oder über einen darüber, seit wann, und wann sie sich zuletzt angemeldet haben.',
  reports_access_lead: 'Wer für welche Kunden Zugriff auf welche Anwendungen hat.',
  reports_access_contains:
    'Eine Zeile je Benutzer und Anwendung: ihre Rechte, wie sie Zugriff auf den Kunden haben, seit wann, und wann sie sich zuletzt angemeldet haben.',
  reports_kept:
    'Er öffnet sich in einem neuen Fenster, sobald er fertig ist, und bleibt {days, number} Tage in Ihrer Warteschlange.',
  reports_to_queue: 'Zur Warteschlange der Berichte',

  reports_status: 'Status der Benutzer',
  reports_type: 'Art der Benutzer',
  reports_administrators: 'Verwaltungsrechte',
  reports_administrators_all: 'Alle Benutzer',
  reports_administrators_only: 'Nur mit Rechten',
  reports_administrators_none: 'Ohne Rechte',
  reports_date_field: 'Die Daten betreffen',
  reports_date_lastlogin: 'Die letzte Anmeldung',
  reports_date_created: 'Das Anlegen der Benutzer',
  reports_dates: 'Zeitraum',
  reports_dates_all: 'Alle Daten',
  reports_dates_specific: 'Bestimmte Daten',
  reports_from: 'Von',
  reports_to: 'Bis',
  reports_created: 'Wann die Benutzer angelegt wurden',
  reports_created_from: 'Angelegt von',
  reports_created_to: 'Angelegt bis',
  reports_last_login: 'Letzte Anmeldung',
  reports_last_login_from: 'Letzte Anmeldung von',
  reports_last_login_to: 'Letzte Anmeldung bis',
  reports_facility: 'Standort',
  reports_no_facility: 'Sie haben keinen Zugriff auf Kunden, die ein Bericht betreffen könnte.',
  reports_customer: 'Kunde',
  reports_customer_search: 'Kunden suchen',
  reports_customers_none: 'Dieser Standort hat keine Kunden, über die Sie berichten können.',
  reports_customers_failed: 'Die Kunden konnten nicht geladen werden.',
  reports_application: 'Anwendung',

  reports_excel: 'Excel erstellen',
  reports_generate: 'Bericht erstellen',
  reports_excel_queued: 'Die Tabelle wird gleich vorbereitet.',
  reports_excel_running: 'Die Tabelle wird vorbereitet.',
  reports_excel_done: 'Die Tabelle wurde heruntergeladen.',
  reports_opening: 'Ihr Bericht wird angefordert.',
  reports_requested: 'Ihr Bericht wird erstellt und öffnet sich im neuen Fenster.',
  reports_blocked: 'Ihr Browser hat kein neues Fenster erlaubt. Ihr Bericht wird erstellt.',
  reports_open: 'Bericht öffnen',

  queue_lead: 'Berichte werden {days, number} Tage aufbewahrt. Ihre sehen nur Sie.',
  queue_waiting:
    '{count, plural, one {# Bericht wird} other {# Berichte werden}} erstellt. Die Liste aktualisiert sich von selbst.',
  queue_all_done: 'Es wird kein Bericht erstellt.',
  queue_none: 'Sie haben keine Berichte.',
  queue_none_hint: 'Erstellen Sie einen Bericht; er erscheint dann hier.',
  queue_report: 'Bericht',
  queue_criteria: 'Kriterien',
  queue_status: 'Status',
  queue_rows: 'Zeilen',
  queue_requested: 'Angefordert',
  queue_expires: 'Aufbewahrt bis',
  queue_row: '{name}, angefordert {time}',
  queue_open: '{name} in einem neuen Fenster öffnen',
  queue_delete: 'Löschen',
  queue_delete_title: '{count, plural, one {# Bericht löschen?} other {# Berichte löschen?}}',
  queue_delete_body:
    '{count, plural, one {Er wird aus Ihrer Warteschlange entfernt und kann nicht mehr geöffnet werden.} other {Sie werden aus Ihrer Warteschlange entfernt und können nicht mehr geöffnet werden.}} Was noch erstellt wird, wird abgebrochen.',
  queue_delete_confirm: '{count, plural, one {# Bericht löschen} other {# Berichte löschen}}',

  viewer_queued: 'Ihr Bericht ist in der Warteschlange.',
  viewer_running: 'Ihr Bericht wird erstellt.',
  viewer_opens:
    'Er öffnet sich hier, sobald er fertig ist. Sie können dieses Fenster schließen: Der Bericht bleibt in Ihrer Warteschlange.',
  viewer_offline: 'Das Portal ist nicht erreichbar. Wir versuchen es weiter.',
  viewer_opening: 'Ihr Bericht ist fertig und öffnet sich jetzt.',
  viewer_slow: 'Ihr Bericht braucht länger als üblich.',
  viewer_slow_hint:
    'Er wird noch erstellt. Sie finden ihn später in Ihrer Warteschlange, oder Sie warten hier weiter.',
  viewer_keep_waiting: 'Weiter warten',
} satisfies Record<keyof typeof reportPageTexts, string>
