/** Kinds of data that an erasure takes from a user. */
export const goingKinds = [
  'profile',
  'credentials',
  'sessions',
  'permissions',
  'documents',
  'settings',
  'accounts',
  'requests',
  'mails',
  'reports',
  'acts',
  'contacts',
] as const
export type GoingKind = (typeof goingKinds)[number]

/** Kinds of data that stay when a user is erased. */
export const stayingKinds = ['number', 'audit', 'grants', 'organization', 'outside'] as const
export type StayingKind = (typeof stayingKinds)[number]

/** Most characters of the reason of an erasure. */
export const ERASURE_REASON_MAX = 500

/** Most days that an erasure can wait. */
export const ERASURE_WAITING_DAYS_MAX = 365
