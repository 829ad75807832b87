/**
 * What the tokens of a service account may do: an area and an act; those of Shared Signals have the names of their
 * standard. A call is open to them where its guard names one of these; every other call is closed.
 */
export const serviceScopes = [
  'users:read',
  'users:write',
  'catalog:read',
  'announcements:read',
  'audit:read',
  'events',
  'ssf.read',
  'ssf.manage',
  'scim',
] as const
export type ServiceScope = (typeof serviceScopes)[number]
