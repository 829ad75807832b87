import type * as calls from '@portico/contract/permission-sets/permission-sets.ts'
import type { NamedCall } from '../../api/query.ts'

/** Calls whose answers change with who has a permission set, for screens that show none of them. */
export const changedWithSets: readonly NamedCall[] = (
  [
    'listPermissionSets',
    'getPermissionSet',
    'listPermissionSetHolders',
    'listPermissionSetsOfUser',
  ] as const satisfies readonly (keyof typeof calls)[]
).map((name) => ({ name }))
