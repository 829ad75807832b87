/** Texts of every form, dialog and difference. */
export const formTexts = {
  unsaved_title: 'Leave without saving?',
  unsaved_body: 'Your changes aren’t saved yet.',
  unsaved_stay: 'Keep editing',
  unsaved_leave: 'Discard changes',
  review_title: 'Review your changes',
  review_back: 'Back to the form',
  diff_field: 'Field',
  diff_before: 'Before',
  diff_after: 'After',
  diff_empty: 'Empty',
  diff_none: 'Nothing changed.',
  combobox_more: 'Show more',
  combobox_none: 'No results found.',
  combobox_failed: 'The choices couldn’t be loaded.',
  combobox_remove: 'Remove {name}',
} as const
