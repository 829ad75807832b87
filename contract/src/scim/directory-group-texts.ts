/** Texts about the directory of a client: first those of the server, then those of the screen. */
export const directoryGroupTexts = {
  directory_group_saved: 'Saved. Members get and lose access at once; of a large group within ten minutes.',
  directory_group_undone: 'The change of the group was taken back.',
  directory_group_stale: 'What this group gives was changed meanwhile. Close the dialog, and open it again.',
  directory_group_portal: 'Only internal administrators let a group give pages of the administration.',
  directory_conflict_over: 'This person isn’t waiting any more. Load the page again.',
  directory_conflict_no_account: 'Choose one of the accounts that are named.',
  directory_conflict_restore_first: 'The account was deleted. Restore it first.',
  directory_conflict_provided:
    'The directory still provides another person with this account. Delete that person in the directory first.',
  directory_conflict_will_link: 'Decided. The directory gets the account with its next try.',
  directory_conflict_will_refuse: 'Decided. The directory reads that the person is refused.',
  directory_conflict_withdrawn: 'Decision withdrawn. The next try is checked again.',
  directory_lead:
    'A directory such as Entra ID, Okta or Keycloak provides people and groups of {name} by SCIM. What a group gives goes to all of its members, and ends when they leave it.',
  directory_address: 'Address for the directory',
  directory_copy: 'Copy address',
  directory_copied: 'Address copied',
  directory_people: '{count, plural, one {# person provided} other {# people provided}}',
  directory_unnamed:
    '{count, plural, one {# person has} other {# people have}} no external ID: a change of their user name in the directory makes a new account.',
  directory_groups: 'Groups',
  directory_group: 'Group',
  directory_members: 'Members',
  directory_gives: 'Gives',
  directory_gives_nothing: 'Nothing',
  directory_stopped: '{access} (not for further members: {name} may not give it any more)',
  directory_stopped_unknown: '{access} (not for further members: its giver may not give it any more)',
  directory_search: 'Search by name',
  directory_none: 'No groups yet',
  directory_none_hint: 'They appear when the directory has sent them.',
  directory_change: 'Change access…',
  directory_change_title: 'What {group} gives its members',
  directory_change_lead:
    'Members get what you choose, as if it were given by hand, and lose it when they leave the group. What they hold otherwise stays.',
  directory_set: 'Permission set {name}',
  directory_sets: 'Permission sets',
  directory_sets_help: 'Members have each set as a whole, and follow each change of it.',
  directory_applications: 'Applications',
  directory_review: 'Review',
  directory_review_title: 'What changes for the members of {group}',
  directory_review_counts:
    'Of {count, plural, one {# member} other {# members}}, {gain, plural, one {# gains} other {# gain}} and {lose, plural, one {# loses} other {# lose}} access.',
  directory_review_item: '{access}: {gain, number} gain, {lose, number} lose',
  directory_review_none: 'No member’s access changes now. It counts for those who join.',
  directory_back: 'Back',
  directory_save: 'Save',
  directory_conflicts: 'Not provided',
  directory_conflicts_help:
    'People whom the directory could not provide. It tries again by itself: once the cause is gone, the person is provided and is no longer listed here.',
  directory_conflicts_none: 'Everyone whom the directory sent has been provided.',
  directory_conflict_tries: '{count, plural, one {# try} other {# tries}}, the last one {moment}',
  directory_conflict_name_taken:
    'Another user of the portal has this user ID. Give the person another user name in the directory.',
  directory_conflict_administrator:
    'The account is internal or administers the portal or an application, and a directory gets such an account only when you link it. Link it, end these rights, or give the person another user name in the directory.',
  directory_conflict_deleted:
    'The account was deleted here. Restore it, or give the person another user name in the directory.',
  directory_conflict_other_person:
    'The account belongs to another person of the directory, with another external ID. Check in the directory who of both they are.',
  directory_conflict_several:
    'Several accounts have the address of this person. Link the right one, or change the address where it is wrong.',
  directory_conflict_account: 'Account: {account}',
  directory_conflict_link: 'Link {account}…',
  directory_conflict_link_title: 'Link {account} to {name}?',
  directory_conflict_link_text:
    'With its next try the directory gets this account: what it states of the person goes there, and the person signs in as before.',
  directory_conflict_link_confirm: 'Link account',
  directory_conflict_refuse: 'Refuse…',
  directory_conflict_refuse_title: 'Refuse {name}?',
  directory_conflict_refuse_text:
    'The directory gets no account for this person, and reads in its log that an administrator has refused them. You can withdraw this.',
  directory_conflict_refuse_confirm: 'Refuse person',
  directory_conflict_withdraw: 'Withdraw decision',
  directory_conflict_linking: 'The next try gets the account {account}, decided by {name} on {moment}.',
  directory_conflict_refused: 'Refused by {name} on {moment}.',
  directory_conflict_unknown: 'an administrator',
  directory_conflict_actions: 'Decide about {name}',
} as const
