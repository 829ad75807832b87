/** Texts about the hand-over of a leaver. */
export const handOverTexts = {
  hand_over_action: 'Close account and hand over',
  hand_over_title: 'Close account of {name} and hand over',
  hand_over_lead: 'Closes the account of someone who leaves. All of this happens at once:',
  hand_over_sessions: '{count, plural, one {# session} other {# sessions}} to end',
  hand_over_grants: '{count, plural, one {# grant} other {# grants}} to end',
  hand_over_kept:
    '{count, plural, one {# grant} other {# grants}} that you don’t manage will stay. A portal administrator can end what is left.',
  hand_over_received: '{count, plural, one {# document} other {# documents}} of others no longer shared with {name}',
  hand_over_documents:
    '{count, plural, one {# document} other {# documents}} ({size}), shared with {people, plural, one {# user} other {# users}}',
  hand_over_inactive: '{name} becomes inactive and can’t sign in.',
  hand_over_recipient: 'New owner of the documents',
  hand_over_recipient_help:
    'An active user of {employer}. Shares of the documents stay. Without one, the documents stay with the inactive account.',
  hand_over_submit: 'Close account',
  hand_over_done: '{name} is inactive. Sessions and access have ended.',
  hand_over_done_kept:
    '{count, plural, one {# grant} other {# grants}} that you don’t manage stayed. A portal administrator can end what is left.',
  hand_over_done_documents:
    '{name} is inactive. Sessions and access have ended, and {recipient} has {count, plural, one {# document} other {# documents}}.',
  hand_over_recipient_unknown: 'Select an active user of the same employer.',
  hand_over_too_large: 'The documents don’t fit into the space of {recipient}.',
  hand_over_load_failed: 'We couldn’t load what {name} has. Check your connection and try again.',
  hand_over_not_loaded: 'You can close the account once you see what ends.',
} as const
