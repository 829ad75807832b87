import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats } from '../kit/list.ts'
import { directory, groupItems, OneGroup } from './directory-groups.ts'

const guard = admin('User Administration')

/** How many members gain and lose something for one application or page. */
export const GroupItemPlan = z.object({
  systemNm: z.string(),
  pageNm: z.nullable(z.string()),
  gainCnt: z.int(),
  loseCnt: z.int(),
})
export type GroupItemPlan = z.output<typeof GroupItemPlan>

/** Most losses that a plan names; the others are counted. */
export const GROUP_LOSSES_SHOWN = 100

/** An application, a page or a permission set that a member would lose. */
export const GroupLoss = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  /** Null: a permission set. */
  systemNm: z.nullable(z.string()),
  /** Null: the application itself, or a permission set. */
  pageNm: z.nullable(z.string()),
  setNm: z.nullable(z.string()),
})
export type GroupLoss = z.output<typeof GroupLoss>

export const GroupAccessPlan = z.object({
  memberCnt: z.int(),
  /** Members who gain or lose something at all. */
  gainCnt: z.int(),
  loseCnt: z.int(),
  items: z.array(GroupItemPlan),
  sets: z.array(z.object({ setId: z.int(), setNm: z.string(), gainCnt: z.int(), loseCnt: z.int() })),
  /** What members would lose, by their names: the first ones, and how many there are. */
  losses: z.array(GroupLoss),
  lossCnt: z.int(),
})
export type GroupAccessPlan = z.output<typeof GroupAccessPlan>

export const planGroupAccess = endpoint({
  name: 'planGroupAccess',
  method: 'POST',
  path: `${directory}/groups/{groupId}/access-plans`,
  guard,
  params: OneGroup,
  body: z.strictObject(groupItems),
  data: GroupAccessPlan,
})

export const exportGroupPlan = endpoint({
  name: 'exportGroupPlan',
  method: 'POST',
  path: `${directory}/groups/{groupId}/access-plans/export`,
  kind: 'attachment',
  guard,
  params: OneGroup,
  body: z.strictObject({ ...groupItems, format: z.enum(exportFormats) }),
})

export const summaries = {
  planGroupAccess: `How many members would gain and lose what if a group gave this, and who would lose what, the first ${GROUP_LOSSES_SHOWN}; changes nothing. What would be lost with all that it gives is answered to everyone who administers the users of the client`,
  exportGroupPlan: 'Who would lose and gain what if a group gave this, as a spreadsheet; changes nothing',
}
