interface Unmoved {
  why: string
  columns: readonly string[]
  acts: readonly string[]
}

const bothOf = (table: string) => [`${table}.changed_at`, `${table}.version`]
const PLACES = 'others make room for an entry, and change in nothing else'

/** Columns that say when, or how often, a row was changed, and stay although these acts change the row. */
const unmoved: readonly Unmoved[] = [
  { why: PLACES, columns: bothOf('classification_values'), acts: ['addClassificationValue'] },
  {
    why: PLACES,
    columns: bothOf('notification_types'),
    acts: [
      'addNotificationType',
      'changeNotificationType',
      'removeNotificationType',
      'restoreNotificationType: removed',
    ],
  },
  { why: PLACES, columns: bothOf('password_rules'), acts: ['addPasswordRule'] },
  { why: PLACES, columns: bothOf('security_questions'), acts: ['addSecurityQuestion'] },
  {
    why: 'its timeout has a time and a version of its own',
    columns: ['clients.updated_at'],
    acts: ['saveSessionTimeout: one', 'removeSessionTimeout', 'restoreSessionTimeout: removed'],
  },
  {
    why: 'its name and its number go, and nothing that its users work with changes',
    columns: ['clients.updated_at', 'enhancement_requests.updated_at', 'enhancement_requests.version'],
    acts: ['erase-deleted-users: a deleted user'],
  },
  {
    why: 'the version of a document is that of its content',
    columns: ['documents.version'],
    acts: ['handOverUser: to a colleague', 'trashDocument', 'restoreDocument'],
  },
  {
    why: 'what its members get has a version of its own, and the directory does not read it',
    columns: ['scim_groups.updated_at', 'scim_groups.version'],
    acts: ['saveGroupAccess', 'undoGroupAccess: changed'],
  },
  {
    why: 'only who has changed it stands there; its version and its time of change move',
    columns: ['saml_providers.updated_at'],
    acts: ['saveSamlIdentityProviderEmployers: none', 'saveSamlIdentityProviderEmployers: one'],
  },
  {
    why: 'nothing is changed in one that is revoked',
    columns: ['service_accounts.version'],
    acts: ['revokeServiceAccount'],
  },
  {
    why: 'the form of a webhook has neither its secret nor what is sent again',
    columns: bothOf('webhooks'),
    acts: ['replayWebhook', 'rotateWebhookSecret'],
  },
  {
    why: 'the version is that of its texts, and when it ended or asked has a time of its own',
    columns: ['license_texts.version'],
    acts: ['endClientLicense', 'withdrawLicenseAsk'],
  },
  {
    why: 'no list shows this',
    columns: ['users.updated_at'],
    acts: ['acceptLicense', 'withdrawEmail'],
  },
]

/** The columns that stay when the act of this title is done, sorted. */
export const reviewedUnmoved = (title: string): string[] =>
  unmoved
    .filter(({ acts }) => acts.includes(title))
    .flatMap(({ columns }) => columns)
    .toSorted()

/** Acts that are named here and are not there. */
export function staleUnmoved(acts: readonly { title: string }[]): string[] {
  const titles = new Set(acts.map(({ title }) => title))
  return unmoved.flatMap((each) => each.acts.filter((title) => !titles.has(title)))
}
