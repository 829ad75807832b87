/** Texts about giving and ending the access of many users. */
export const accessChangeTexts = {
  access_change_nobody: 'Select at least one user.',
  access_change_nothing: 'Select at least one application.',
  access_change_too_many: 'Too many users match. Narrow the list: the limit of one change is {max, number}.',
  access_change_list_changed: 'The list has changed: {count, plural, one {# user matches} other {# users match}} now.',
  access_change_under_way: 'Another change of yours is still under way. Wait until it is done.',
  access_change_too_far: 'A change can be planned at most {days, plural, one {# day} other {# days}} ahead.',
  access_change_planned_max:
    'You have {max, plural, one {# planned change} other {# planned changes}}, the most at a time. Undo one of them, or wait until one has begun.',
  access_change_begins_past: 'This day has begun. Choose a later one, or none to start now.',
  access_change_ends_before: 'Access must end after it begins.',
  access_change_already: 'Already has this access.',
  access_change_not_held: 'Doesn’t have this access.',
  access_change_inactive: 'This account is inactive.',
  access_change_mixed: 'Has this access with other rights and another end date. Change it in the profile.',
  access_change_changed_since: 'This access was changed since.',
  access_change_failed: 'Something went wrong for this user.',
  access_change_undo_stopped:
    'Undoing stopped. {count, plural, one {# user was not changed back.} other {# users were not changed back.}}',
  access_change_undone_partly:
    'The change was undone. {count, plural, one {# user stays as they are.} other {# users stay as they are.}}',
  access_change_planned: 'The change is planned.',
  access_change_started: 'Access is being changed.',
  access_change_given: '{count, plural, one {# user was given access.} other {# users were given access.}}',
  access_change_ended: '{count, plural, one {Access of # user was ended.} other {Access of # users was ended.}}',
  access_change_undo_started: 'The change is being undone.',
  access_change_undone: 'The change was undone.',
  access_change_undo_over: 'This change can’t be undone any more.',
  hand_over_plan_exists: 'A hand-over of this user is planned already. Undo it first.',
  hand_over_planned: 'The hand-over is planned.',
  hand_over_change_done: 'The account was closed.',
  hand_over_change_not_done: 'The account was not closed.',
} as const
