import type { managedObjectTexts } from '../managed-object-texts.ts'

/** German texts of objects that files of configuration manage. */
export const deManagedObjectTexts = {
  managed_mark: 'Durch Konfigurationsdateien verwaltet',
  managed_line:
    'Durch Konfigurationsdateien verwaltet, zuletzt angewendet am {moment}. Das nächste Anwenden überschreibt, was hier geändert wird.',
  managed_line_by:
    'Durch Konfigurationsdateien verwaltet, zuletzt angewendet am {moment} von {name}. Das nächste Anwenden überschreibt, was hier geändert wird.',
  managed_line_branding:
    'Erscheinungsbild durch Konfigurationsdateien verwaltet, zuletzt angewendet am {moment}. Das nächste Anwenden überschreibt, was hier geändert wird.',
  managed_line_branding_by:
    'Erscheinungsbild durch Konfigurationsdateien verwaltet, zuletzt angewendet am {moment} von {name}. Das nächste Anwenden überschreibt, was hier geändert wird.',
} satisfies Record<keyof typeof managedObjectTexts, string>
