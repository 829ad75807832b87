/** Texts about the hand-over of a leaver. */
export const handOverTexts = {
  hand_over_action: 'Close account and hand over',
  hand_over_title: 'Close account of {name} and hand over',
  hand_over_lead: 'Closes the account of someone who leaves. All of this happens at once:',
  hand_over_sessions: '{count, plural, one {# session} other {# sessions}} to end',
  hand_over_grants: '{count, plural, one {# grant} other {# grants}} to end',
  hand_over_kept:
    '{count, plural, one {# grant} other {# grants}} that you don’t manage will stay. A portal administrator can end what is left.',
  hand_over_sets: '{count, plural, one {# permission set} other {# permission sets}} to end',
  hand_over_received: '{count, plural, one {# document} other {# documents}} of others no longer shared with {name}',
  hand_over_documents:
    '{count, plural, one {# document} other {# documents}} ({size}), shared with {people, plural, one {# user} other {# users}}',
  hand_over_inactive: '{name} becomes inactive and can’t sign in.',
  hand_over_recipient: 'New owner of the documents',
  hand_over_recipient_help:
    'An active user of {employer}. Shares of the documents stay. Without one, the documents stay with the inactive account.',
  hand_over_date: 'Close the account on',
  hand_over_date_help:
    'The day on which it happens, at most {days, plural, one {# day} other {# days}} ahead; everything is checked again then, and can be undone until then. Nobody is notified before. Empty: now.',
  hand_over_lead_planned:
    'Until {date} {name} keeps everything. Then the account is closed, with what {name} has by then. As of today:',
  hand_over_submit_planned: 'Plan hand-over',
  hand_over_planned_leaving: '{name}’s account closes on {date}.',
  hand_over_planned_leaving_to: '{name}’s account closes on {date}. {recipient} gets the documents.',
  hand_over_planned_receiving: '{name} gets the documents of {leaver} on {date}, whose account closes then.',
  hand_over_planned_by: 'Planned by {name}.',
  hand_over_planned_undo: 'Undo…',
  hand_over_planned_undo_title: 'Undo the planned hand-over',
  hand_over_planned_undo_lead: 'The account of {name} will not be closed on {date}. Nothing changes.',
  hand_over_planned_undo_confirm: 'Undo hand-over',
  hand_over_planned_already: 'A hand-over is planned already. Undo it first.',
  hand_over_submit: 'Close account',
  hand_over_done: '{name} is inactive. Sessions and access have ended.',
  hand_over_done_kept:
    '{count, plural, one {# grant} other {# grants}} that you don’t manage stayed. A portal administrator can end what is left.',
  hand_over_done_sets: '{count, plural, one {# permission set} other {# permission sets}} ended.',
  hand_over_done_documents:
    '{name} is inactive. Sessions and access have ended, and {recipient} has {count, plural, one {# document} other {# documents}}.',
  hand_over_recipient_unknown: 'Select an active user of the same employer.',
  hand_over_too_large: 'The documents don’t fit into the space of {recipient}.',
  hand_over_load_failed: 'We couldn’t load what {name} has. Check your connection and try again.',
  hand_over_not_loaded: 'You can close the account once you see what ends.',
} as const
