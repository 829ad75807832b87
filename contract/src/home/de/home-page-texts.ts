import type { homePageTexts } from '../home-page-texts.ts'

/** Further German texts of the home page. */
export const deHomePageTexts = {
  greeting_morning: 'Guten Morgen, {name}',
  greeting_afternoon: 'Guten Tag, {name}',
  greeting_evening: 'Guten Abend, {name}',
  home_search_clear: 'Suche leeren',
  home_ask_for_application: 'Anwendung beantragen',
  home_show_all: 'Alle Anwendungen anzeigen',
  home_tiles_failed: 'Ihre Anwendungen konnten nicht geladen werden.',
  home_tile_count: '{count, plural, one {# Anwendung} other {# Anwendungen}}',
  tile_pages: '{count, plural, one {# Seite} other {# Seiten}}',
  tile_used_today: 'Heute verwendet',
  tile_used_yesterday: 'Gestern verwendet',
  tile_used_days_ago: 'Vor {count, plural, one {# Tag} other {# Tagen}} verwendet',
  tile_used_on: 'Verwendet am {day}',
  tile_favorite: '{name} als Favorit',
  page_help: 'Hilfe zu {name}',
  launch_blocked: 'Ihr Browser hat das neue Fenster für {name} blockiert.',
  launch_open_here: '{name} öffnen',
  announcements_unread: '{title}, {count, number} ungelesen',
  announcements_none_new: 'Sie haben alle Mitteilungen gelesen.',
  announcements_failed: 'Die Mitteilungen konnten nicht geladen werden.',
  announcement_dismiss_named: '{name} ausblenden',
  sort_failed: 'Ihre Sortierung konnte nicht gespeichert werden. Versuchen Sie es erneut.',
} satisfies Record<keyof typeof homePageTexts, string>
