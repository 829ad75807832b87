import type { emulationTexts } from '../emulation-texts.ts'

/** German texts about signing on as another user: the dialog, the banner and its messages. */
export const deEmulationTexts = {
  emulation_action: 'Als Benutzer anmelden',
  emulation_body:
    'Sie sehen das Portal wie {name}, höchstens {minutes, plural, one {# Minute} other {# Minuten}} lang. Die Person erhält eine E-Mail mit Ihrem Namen und dem Grund.',
  emulation_reason: 'Grund',
  emulation_reason_help: 'Zum Beispiel eine Vorgangsnummer. Er wird protokolliert, und {name} kann ihn lesen.',
  emulation_look_only: 'Nur ansehen',
  emulation_look_only_help: 'Sie können alles lesen und nichts ändern. Anwendungen öffnen sich nicht.',
  emulation_act_help: 'Was Sie tun, gilt als von {name} getan und wird unter beiden Namen protokolliert.',
  emulation_opening: 'Sie sind als {name} angemeldet.',
  emulation_not_permitted: 'Sie haben nicht das Recht, sich als andere Benutzer anzumelden.',

  emulation_banner: 'Als andere Person angemeldet',
  emulation_who: '{administrator}, Sie sind als {name} angemeldet.',
  emulation_looking: 'Nur ansehen',
  emulation_acting: 'Sie können Änderungen vornehmen',
  emulation_minutes_left: 'noch {minutes} Min.',
  emulation_seconds_left: 'noch {seconds} s',
  emulation_ends_soon: 'Sie sind noch {minutes, plural, one {# Minute} other {# Minuten}} als {name} angemeldet.',
  emulation_return: 'Zurück zur Verwaltung',
  emulation_return_short: 'Zurück',
  emulation_over: 'Sie sind nicht mehr als {name} angemeldet.',
} satisfies Record<keyof typeof emulationTexts, string>
