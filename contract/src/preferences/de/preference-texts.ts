import { SAVED_FILTERS_MAX } from '../preference-rules.ts'
import type { preferenceTexts } from '../preference-texts.ts'

/** German texts of saved filters and remembered columns. */
export const dePreferenceTexts = {
  saved_filters: 'Gespeicherte Filter',
  saved_filters_none: 'Sie haben noch keine Filter gespeichert.',
  saved_filters_failed:
    'Ihre gespeicherten Filter konnten nicht geladen werden. Laden Sie die Seite neu, um es erneut zu versuchen.',
  saved_filter_save: 'Aktuelle Filter speichern',
  saved_filter_nothing: 'Wählen Sie zuerst einen Filter.',
  saved_filter_rename_named: '„{name}“ umbenennen',
  saved_filter_delete_named: '„{name}“ löschen',
  saved_filter_save_title: 'Filter speichern',
  saved_filter_rename_title: 'Gespeicherten Filter umbenennen',
  saved_filter_name: 'Name',
  saved_filter_submit: 'Filter speichern',
  saved_filter_rename: 'Filter umbenennen',
  saved_filter_saved: 'Filter als „{name}“ gespeichert.',
  saved_filter_renamed: 'Filter in „{name}“ umbenannt.',
  saved_filter_deleted: 'Filter „{name}“ gelöscht.',
  saved_filter_restored: 'Filter „{name}“ wiederhergestellt.',
  saved_filter_name_missing: 'Geben Sie einen Namen ein.',
  saved_filter_name_taken: 'Sie haben bereits einen Filter mit diesem Namen. Wählen Sie einen anderen Namen.',
  saved_filters_full: `Für eine Liste können Sie höchstens ${SAVED_FILTERS_MAX} Filter speichern. Löschen Sie einen, bevor Sie einen weiteren speichern.`,
  saved_filter_too_large: 'Diese Filter sind zum Speichern zu lang. Kürzen Sie sie und versuchen Sie es erneut.',
  list_preference_unknown: 'Diese Liste hat keinen solchen Filter und keine solche Spalte.',
  columns_not_saved: 'Ihre Spalten konnten nicht gespeichert werden. Sie gelten nur für diesen Besuch.',
} satisfies Record<keyof typeof preferenceTexts, string>
