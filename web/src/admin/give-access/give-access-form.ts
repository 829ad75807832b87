import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import type { PlannedChange, planAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { startOfDay, today } from '../../ui/day-bounds.ts'
import type { SetOption } from '../permissions/SetPicker.tsx'
import type { Option } from '../../patterns/Combobox.tsx'
import {
  dateOnDay,
  type PagePermission,
  type PermissionFields,
  type SystemPermission,
} from '../permissions/permissions-form.ts'

type Body = RequestOf<typeof planAccessChange>['body']

/** The users of an act: some by their ids, or all that match the filters of the list. */
export type ChosenUsers = Pick<Body, 'userIds' | 'match'>

/** What the dialog is opened for. */
export interface AccessAct {
  kind: AccessChangeKind
  /** Null: they are chosen in the dialog. */
  users: ChosenUsers | null
  /** How many users these are. */
  count: number
  /** Applications and pages that are chosen beforehand. */
  chosen?: PermissionFields
  /** Of what is chosen: when it ended on its date, for the difference that the review shows. */
  ended?: EndedAccess
}

/** When the access of the one user of an act to one application and one of its pages ended; null: it did not. */
export interface EndedAccess {
  systemNm: string
  pageNm: string
  system: Date | null
  page: Date | null
}

/** When the access that a change is about ended; null: it did not, or nothing is known of it. */
export function endOf(ended: EndedAccess | undefined, change: Pick<PlannedChange, 'systemNm' | 'pageNm'>): Date | null {
  if (ended?.systemNm !== change.systemNm) return null
  if (change.pageNm === null) return ended.system
  return ended.pageNm === change.pageNm ? ended.page : null
}

/** What the dialog asks for; one end for all that is chosen. */
export interface GiveAccessFields extends PermissionFields {
  systems: readonly SystemPermission[]
  pages: readonly PagePermission[]
  /** Permission sets. */
  setIds: readonly SetOption[]
  /** The users that are chosen in the dialog. */
  userIds: readonly Option[]
  /** The first day; empty: access starts now. */
  plannedDt: string
  endDay: string
  reason: string
}

const noAccess: GiveAccessFields = {
  systems: [],
  pages: [],
  setIds: [],
  userIds: [],
  plannedDt: '',
  endDay: '',
  reason: '',
}

/** What the dialog begins with. */
export const firstFields = ({ chosen }: AccessAct): GiveAccessFields => ({ ...noAccess, ...chosen })

/** An application as what is chosen beforehand: with the page, or of what is ended that page alone, where it has grants. */
export function chosenApplication(
  kind: AccessChangeKind,
  { systemId, systemNm }: { systemId: number; systemNm: string },
  page: { pageId: number; pageNm: string } | null,
): PermissionFields {
  const system = { systemId, systemNm, isAdmin: false, hasSensitiveData: false, endDt: null }
  return {
    systems: kind === 'end' && page ? [] : [system],
    pages: page ? [{ pageId: page.pageId, pageNm: page.pageNm, systemId, endDt: null }] : [],
  }
}

/** The body that plans an act, and starts it. */
export function actBody(
  kind: AccessChangeKind,
  users: ChosenUsers | null,
  { systems, pages, setIds, userIds, plannedDt, endDay }: GiveAccessFields,
): Body {
  const endDt = dateOnDay(endDay)
  return {
    kindCd: kind,
    // Without anybody the server says so at the field.
    ...(users ?? (userIds.length > 0 && { userIds: userIds.map(({ value }) => Number(value)) })),
    userSystems: systems.map(({ systemId, isAdmin, hasSensitiveData }) => ({
      systemId,
      adminFlg: isAdmin,
      sensitiveDataAccessFlg: hasSensitiveData,
      endDt,
    })),
    userPages: pages.map(({ pageId }) => ({ pageId, endDt })),
    ...(setIds.length > 0 && { setIds: setIds.map(({ value }) => Number(value)), setEndDt: endDt }),
    // Today is now.
    ...(plannedDt !== '' && plannedDt !== today() && { plannedDt: startOfDay(plannedDt) }),
  }
}
