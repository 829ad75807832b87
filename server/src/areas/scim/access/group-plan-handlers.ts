import type * as contract from '@portico/contract/scim/directory-group-plans.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { exportGroupPlan, type GroupPlanDeps, readGroupPlan } from './group-plan.ts'

/** What a change of what a directory group gives would do, for those who administer the users of the client. */
export const groupPlanHandlers = (deps: GroupPlanDeps): Handlers<typeof contract> => ({
  planGroupAccess: ({ caller, params, body }) => readGroupPlan(deps, caller, params, body),
  exportGroupPlan: ({ caller, request, params, body: { format, ...wanted } }) =>
    exportGroupPlan(deps, { caller, request }, params, { format, wanted }),
})
