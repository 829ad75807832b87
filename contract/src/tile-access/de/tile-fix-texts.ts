import type { tileFixTexts } from '../tile-fix-texts.ts'

/** German texts of what fixes the reason why somebody does not see a tile. */
export const deTileFixTexts = {
  tile_fix_tile: 'Beheben: Kachel anzeigen …',
  tile_fix_page: 'Beheben: Anwendung anzeigen …',
  tile_fix_facility: 'Beheben: Standort zuordnen …',
  tile_fix_end: 'Beheben: Ende ändern …',
  tile_fix_ended: 'Endete am {date}.',
  tile_fix_ended_gate: '(endete am {date})',
  tile_fix_who: 'Administratoren mit „{page}“ können das beheben.',
  tile_fix_display_title: '{name} anzeigen',
  tile_fix_display_field: 'Angezeigt',
  tile_fix_display_confirm: '{name} anzeigen',
  tile_fix_display_users:
    '{count, plural, one {Dann sieht es # weiterer Benutzer.} other {Dann sehen es # weitere Benutzer.}}',
  tile_fix_display_nobody: 'Auch dann sieht es niemand, weil noch etwas anderes fehlt.',
  tile_fix_display_done:
    'Es wird inzwischen angezeigt. Schließen Sie dieses Fenster, um zu sehen, ob noch etwas anderes fehlt.',
  tile_fix_load_failed:
    'Wir konnten nicht laden, was sich dadurch ändert. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  tile_fix_not_loaded: 'Sie können speichern, sobald Sie sehen, was sich ändert.',
  tile_fix_facility_title: '{name} einen Standort zuordnen',
  tile_fix_facility_confirm: 'Standort zuordnen',
  tile_fix_facility_not_yours:
    'Sie haben diesen Standort nicht und können ihn deshalb nicht zuordnen. Ein Portaladministrator oder ein Administrator mit diesem Standort kann das.',
  tile_fix_facility_has:
    '{name} hat diesen Standort inzwischen. Schließen Sie dieses Fenster, um zu sehen, ob noch etwas anderes fehlt.',
  tile_fix_tile_hidden: 'Diese Kachel wird nicht angezeigt. Deshalb sieht sie niemand.',
  tile_fix_page_hidden: '{page} ({system}) hinter dieser Kachel wird nicht angezeigt. Deshalb sieht sie niemand.',
  tile_fix_someone: 'Jemand, der sie nicht sieht',
  tile_fix_someone_help: 'Wählen Sie einen Benutzer, um den Grund zu sehen und zu beheben.',
} satisfies Record<keyof typeof tileFixTexts, string>
