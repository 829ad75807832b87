import type { tileImageTexts } from '../tile-image-texts.ts'

/** German texts of image management. */
export const deTileImageTexts = {
  tile_image_saved: 'Das Kachelbild wurde gespeichert.',
  tile_image_removed: 'Das Portal zeichnet das Kachelbild wieder selbst.',
  tile_image_restored: 'Das vorherige Kachelbild ist wieder da.',
  tile_image_stale:
    '{name} hat dieses Bild ersetzt. Schließen Sie dieses Fenster und sehen Sie sich zuerst das neue an.',
  tile_image_stale_unknown:
    'Dieses Bild wurde ersetzt. Schließen Sie dieses Fenster und sehen Sie sich zuerst das neue an.',
  tile_images_subtitle: 'Das Bild auf der Kachel jedes Bereichs.',
  tile_images_search: 'Nach Name suchen',
  tile_images_section: 'Bereich',
  tile_images_image: 'Bild',
  tile_images_changed: 'Geändert',
  tile_images_generated: 'Vom Portal gezeichnet',
  tile_images_uploaded: 'Hochgeladen',
  tile_images_none: 'Keine Bereiche gefunden',
  tile_images_none_hint: 'Versuchen Sie einen anderen Namen.',
  tile_images_replace: 'Bild ersetzen',
  tile_images_remove: 'Bild entfernen',
  tile_image_remove_title: 'Bild von {name} entfernen?',
  tile_image_remove_body:
    'Das Portal zeichnet das Bild dieser Kachel dann selbst. Sie können das eine Stunde lang rückgängig machen.',
  tile_image_remove_confirm: 'Bild entfernen',
  tile_image_title: 'Bild von {name}',
  tile_image_confirm: 'Bild speichern',
  tile_image_choose_first: 'Wählen Sie zuerst ein Bild.',
  tile_image_body: 'Wer diese Kachel hat, sieht das neue Bild beim nächsten Öffnen der Startseite.',
} satisfies Record<keyof typeof tileImageTexts, string>
