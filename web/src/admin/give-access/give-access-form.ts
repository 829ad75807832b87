import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import type { planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import {
  endOnDay,
  type PagePermission,
  type PermissionFields,
  type SystemPermission,
} from '../permissions/permissions-form.ts'

type Body = RequestOf<typeof planAccessChange>['body']

/** The users of an act: some by their ids, or all that match the filters of the list. */
export type ChosenUsers = Pick<Body, 'userIds' | 'match'>

/** What the dialog asks for; one end for all that is chosen. */
export interface GiveAccessFields extends PermissionFields {
  systems: readonly SystemPermission[]
  pages: readonly PagePermission[]
  endDay: string
  reason: string
}

export const noAccess: GiveAccessFields = { systems: [], pages: [], endDay: '', reason: '' }

/** The body that plans an act, and starts it. */
export function actBody(
  kind: AccessChangeKind,
  users: ChosenUsers,
  { systems, pages, endDay }: GiveAccessFields,
): Body {
  const end = endOnDay(endDay)
  const endDt = end === null ? null : new Date(end)
  return {
    kindCd: kind,
    ...users,
    userSystems: systems.map(({ systemId, isAdmin, hasSensitiveData }) => ({
      systemId,
      adminFlg: isAdmin,
      sensitiveDataAccessFlg: hasSensitiveData,
      endDt,
    })),
    userPages: pages.map(({ pageId }) => ({ pageId, endDt })),
  }
}
