/** The groups of the administration's navigation, in order. Each user keeps which of them are open. */
export const adminGroups = ['people', 'applications', 'signOn', 'content', 'settings', 'reports', 'operation'] as const
export type AdminGroup = (typeof adminGroups)[number]
