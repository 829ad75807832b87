import type { brandingTexts } from '../branding-texts.ts'

/** German answers of the server about brands and images. */
export const deBrandingTexts = {
  image_type_refused: 'Ungültiger Dateityp',
  image_size_refused: 'Ungültige Dateigröße',
  branding_previous_missing: 'Für diesen Mandanten gibt es keine vorherigen Einstellungen.',
  default_branding_previous_missing: 'Es gibt keine vorherige Einstellung.',
  branding_error: 'Dabei ist ein Fehler aufgetreten. Wenden Sie sich bitte an Ihre Kundenbetreuung.',
  branding_saved: 'Die Einstellungen des Mandanten wurden gespeichert.',
  default_branding_saved: 'Das Standard-Erscheinungsbild wurde gespeichert.',
  branding_two_choices: 'Wählen Sie entweder die vorherigen Einstellungen oder den Standard.',
  branding_stale:
    '{name} hat diese Einstellungen geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
  branding_stale_unknown:
    'Diese Einstellungen haben sich geändert. Laden Sie den aktuellen Stand und speichern Sie dann erneut.',
} satisfies Record<keyof typeof brandingTexts, string>
