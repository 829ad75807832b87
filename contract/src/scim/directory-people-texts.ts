/** Texts about the users of a client whom its directory does not provide: first those of the server, then those of the screen. */
export const directoryPeopleTexts = {
  directory_person_state: 'Directory',
  directory_person_not_provided: 'Not provided',
  directory_person_removed: 'Removed by the directory',
  directory_person_no_external_id: 'No external ID',
  directory_person_account: 'Account',
  directory_person_active: 'Active',
  directory_person_inactive: 'Inactive',
  directory_people_lead:
    'Users of {name} whom the directory doesn’t provide, or provides without an external ID. Leavers among them stay active until you inactivate them.',
  directory_people_help:
    'Whom the directory sends with the user ID or the confirmed address of an account gets that account. Without an external ID, a change of the user name in the directory makes a new account: let the directory send externalId.',
  directory_people_caption: 'Users without the directory',
  directory_people_search: 'Search by name or email',
  directory_people_none: 'Nobody is missing in the directory',
  directory_people_none_hint: 'The directory provides every user of this client with an external ID.',
  directory_person_link: 'Link to a person of the directory…',
  directory_person_link_provided: 'The directory provides this user already.',
  directory_person_link_nobody:
    'Nobody of the directory waits for an account. It links this one by itself when it sends a person with the same user ID or confirmed address.',
  directory_person_link_title: 'Link {name} to a person of the directory',
  directory_person_link_lead:
    'The person whom you choose gets this account with the next try of the directory: what it states of them goes there, and they sign in as before.',
  directory_person_link_person: 'Waiting person',
  directory_person_link_choose: 'Choose a person',
  directory_person_link_submit: 'Link account',
} as const
