import type { logoutTexts } from '../logout-texts.ts'

/** German texts of the sign-out from applications, and of the page that follows no redirect. */
export const deLogoutTexts = {
  logout_title: 'Sie werden abgemeldet',
  logout_intro: 'Diese Anwendungen haben Sie in dieser Sitzung geöffnet. Das Portal meldet Sie von jeder ab.',
  logout_at: 'Abmeldung von {application} …',
  logout_waiting: 'Wartet',
  logout_current: 'Läuft',
  logout_done: 'Abgemeldet',
  logout_no_answer: 'Keine Antwort',
  logout_skipped: 'Übersprungen',
  logout_not_supported: 'Abmeldung von hier aus nicht möglich',
  logout_skip: '{application} überspringen',
  logout_finish: 'Jetzt beenden',
  logout_receipt_title: 'Sie sind abgemeldet',
  logout_receipt_all: 'Sie sind vom Portal und von allen Anwendungen abgemeldet, die Sie geöffnet haben.',
  logout_receipt_some:
    'Sie sind vom Portal abgemeldet. Bei den unten markierten Anwendungen sind Sie vielleicht noch angemeldet: Melden Sie sich dort ab oder schließen Sie den Browser.',
  logout_receipt_unknown:
    'Sie sind vom Portal abgemeldet. Bei Anwendungen, die Sie geöffnet haben, sind Sie vielleicht noch angemeldet: Melden Sie sich dort ab oder schließen Sie den Browser.',
  logout_receipt_returned:
    'Sie sind nicht mehr als eine andere Person angemeldet. Diese Anwendungen waren dabei geöffnet.',
  logout_list: 'Anwendungen',
  logout_sign_in: 'Erneut anmelden',
  logout_continue: 'Weiter',
  logout_return: 'Zurück zur Verwaltung',
  logout_sign_in_in: 'Die Anmeldeseite öffnet sich in {count, plural, one {# Sekunde} other {# Sekunden}}.',
  logout_continues_in: 'Die nächste Seite öffnet sich in {count, plural, one {# Sekunde} other {# Sekunden}}.',
  logout_returns_in: 'Sie kehren in {count, plural, one {# Sekunde} other {# Sekunden}} zur Verwaltung zurück.',
  logout_stay: 'Auf dieser Seite bleiben',
  logout_stayed: 'Diese Seite bleibt geöffnet.',
  logout_trial_end_title: 'Die Anwendung hat den Browser zurückgeschickt',
  logout_trial_end: 'Sie sind weiterhin im Portal angemeldet. Schließen Sie dieses Fenster, um das Ergebnis zu sehen.',
  redirect_blocked_title: 'Weiterleitung blockiert',
  redirect_blocked_body:
    'Die Weiterleitung ist gesperrt, weil sie nicht vertrauenswürdige Daten enthält. Es wurde nichts geöffnet.',
} satisfies Record<keyof typeof logoutTexts, string>
