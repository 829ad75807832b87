import type { searchTexts } from '../search-texts.ts'

/** German texts of the search of the whole portal. */
export const deSearchTexts = {
  search_open: 'Suchen',
  search_keys: 'Strg K',
  search_keys_mac: '⌘ K',
  search_title: 'Portal durchsuchen',
  search_field: 'Portal durchsuchen',
  search_hint: 'Suchen Sie nach Anwendungen, Seiten, Links, Dokumenten und Mitteilungen.',
  search_none: 'Keine Treffer.',
  search_none_hint: 'Versuchen Sie es mit weniger Buchstaben oder einem anderen Wort.',
  search_ask_for_application: 'Anwendung beantragen',
  search_failed: 'Die Suche ist gerade nicht verfügbar. Versuchen Sie es erneut.',
  search_hits: '{count, plural, one {# Treffer} other {# Treffer}}',
  search_kind_tile: 'Anwendungen',
  search_kind_page: 'Seiten',
  search_kind_item: 'Auf Seiten gefunden',
  search_kind_link: 'Meine Links',
  search_kind_document: 'Meine Dokumente',
  search_kind_shared: 'Für mich freigegeben',
  search_kind_announcement: 'Mitteilungen',
  search_kind_user: 'Benutzer',
  search_kind_act: 'Aktionen',
  search_kind_client: 'Mandanteneinstellungen',
  search_kind_application: 'Anwendungseinstellungen',
  search_kind_admin: 'Verwaltung',
  search_moves: 'Wählen Sie mit den Pfeiltasten und öffnen Sie mit der Eingabetaste.',
} satisfies Record<keyof typeof searchTexts, string>
