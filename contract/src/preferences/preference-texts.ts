import { SAVED_FILTERS_MAX } from './preference-rules.ts'

/** Texts of saved filters and remembered columns. */
export const preferenceTexts = {
  saved_filters: 'Saved filters',
  saved_filters_none: 'You haven’t saved any filters yet.',
  saved_filters_failed: 'Your saved filters couldn’t be loaded. Reload the page to try again.',
  saved_filter_save: 'Save current filters',
  saved_filter_nothing: 'Choose a filter first.',
  saved_filter_rename_named: 'Rename “{name}”',
  saved_filter_delete_named: 'Delete “{name}”',
  saved_filter_save_title: 'Save filters',
  saved_filter_rename_title: 'Rename saved filter',
  saved_filter_name: 'Name',
  saved_filter_submit: 'Save filters',
  saved_filter_rename: 'Rename filter',
  saved_filter_saved: 'Filters saved as “{name}”.',
  saved_filter_renamed: 'Filter renamed to “{name}”.',
  saved_filter_deleted: 'Filter “{name}” deleted.',
  saved_filter_restored: 'Filter “{name}” restored.',
  saved_filter_name_missing: 'Enter a name.',
  saved_filter_name_taken: 'You already have a filter with this name. Choose another name.',
  saved_filters_full: `You can save up to ${SAVED_FILTERS_MAX} filters for a list. Delete one before you save another.`,
  saved_filter_too_large: 'These filters are too long to save. Shorten them and try again.',
  list_preference_unknown: 'This list doesn’t have such a filter or column.',
  columns_not_saved: 'Your columns couldn’t be saved. They apply to this visit only.',
} as const
