import type { licenseTexts } from '../license-texts.ts'

/** German texts of what answers say about licenses. */
export const deLicenseTexts = {
  license_changed: 'Die Lizenz hat sich geändert. Lesen Sie die neue Version, bevor Sie ihr zustimmen.',
  license_client_has_own: 'Dieser Mandant hat eine eigene Lizenz. Öffnen Sie diese, um eine neue Version zu verfassen.',
  license_language_missing: 'Schreiben Sie einen Text in der ersten Sprache.',
  license_language_twice: 'Es gibt zwei Texte in dieser Sprache.',
  license_saved: 'Die neue Version ist in Kraft.',
  license_unchanged: 'Es hat sich nichts geändert. Die Version in Kraft bleibt.',
  license_stale: '{name} hat diese Lizenz geändert. Laden Sie die aktuelle Version, dann speichern Sie erneut.',
  license_stale_unknown: 'Diese Lizenz hat sich geändert. Laden Sie die aktuelle Version, dann speichern Sie erneut.',
  license_ended: 'Die Lizenz ist beendet. Die Standardlizenz gilt wieder.',
  license_default_stays: 'Die Standardlizenz kann nicht enden. Verfassen Sie eine neue Version von ihr.',
  license_asks_nobody: 'Diese Lizenz fragt niemanden erneut.',
  license_ask_withdrawn: 'Benutzer, die einer früheren Version zugestimmt haben, werden nicht mehr gefragt.',
} satisfies Record<keyof typeof licenseTexts, string>
