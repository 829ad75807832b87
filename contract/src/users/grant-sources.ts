import * as z from 'zod/mini'

/** By what a user has an application or a page, besides by hand. */
export const grantSources = {
  /** The directory groups that give it; absent: none does. */
  groupNms: z.optional(z.array(z.string())),
  /** The permission sets that give it, as they are now; absent: none does. */
  permissionSets: z.optional(z.array(z.object({ setNm: z.string(), versionNr: z.int() }))),
}
const GrantSources = z.object(grantSources)
export type GrantSources = z.output<typeof GrantSources>
