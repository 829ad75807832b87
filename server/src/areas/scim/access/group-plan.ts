import { GROUP_LOSSES_SHOWN } from '@portico/contract/scim/directory-group-plans.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { beforeSending, type StreamRows } from '../../../db/row-stream.ts'
import { Refusal, refuse, type StandardRefusal } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Authority, CallContext, Caller } from '../../../http/caller.ts'
import { sentences as t, type Texts, type Translate } from '../../../http/sentences.ts'
import { portalPageNames } from '../../../http/shipped-names.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { sheetAttachment } from '../../../spreadsheet/sheet-attachment.ts'
import type { SheetColumn } from '../../../spreadsheet/sheet-columns.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import {
  changedAccess,
  type ChangedAccess,
  countSourceChange,
  readLosses,
  type SourceChange,
} from '../../grants/public.ts'
import { findGroup } from '../groups/group-store.ts'
import { type GroupOfClient, planGroupChange, readGroupAccess, type WantedAccess } from './plan-group-access.ts'

export interface GroupPlanDeps {
  readonly db: Db
  readonly stream: StreamRows
  readonly texts: Pick<Texts, 'of'>
}

interface PlannedBy {
  readonly userId: number
  readonly authority: Authority
}

/** How many members would gain and lose what if a group gave this, and the first who would lose what. */
export async function readGroupPlan({ db }: GroupPlanDeps, caller: Caller, group: GroupOfClient, wanted: WantedAccess) {
  const by = await plannedBy(caller)
  return db.read(adminScope(caller), async (tx) => {
    const change = await findChange(tx, by, group, wanted)
    if (change instanceof Refusal) return change
    const { users: _, ...counts } = await countSourceChange(tx, change, 0)
    return { ...counts, losses: await readLosses(tx, change, GROUP_LOSSES_SHOWN) }
  })
}

/** The same as a spreadsheet: all who would lose something, then all who would gain something. */
export async function exportGroupPlan(
  { db, stream, texts }: GroupPlanDeps,
  { caller, request }: CallContext,
  { clientId, groupId }: GroupOfClient,
  { format, wanted }: { format: ExportFormat; wanted: WantedAccess },
) {
  const scope = adminScope(caller)
  const by = await plannedBy(caller)
  const change = await db.read(scope, (tx) => findChange(tx, by, { clientId, groupId }, wanted))
  if (change instanceof Refusal) return change
  const columns = planSheetColumns(await texts.of(audienceOf({ caller, request })))
  const rows = await stream<ChangedAccess>(scope, changedAccess(change), caller.user.id)
  const target = { kind: 'directory-group', id: groupId } as const
  await beforeSending(rows, () =>
    db.transact(scope, async (tx) =>
      recordAudit(tx, request, {
        event: 'directory_group_plan_exported',
        ...auditActor(caller),
        clientId,
        target,
        after: { format, ...wanted },
      }),
    ),
  )
  return sheetAttachment(rows, columns, { format, name: 'group-access' })
}

const plannedBy = async (caller: Caller): Promise<PlannedBy> => ({
  userId: caller.user.id,
  authority: await caller.authority(),
})

/**
 * The change of what a group gives, or why it may not be made. That it gives nothing any more can also come about without
 * this administrator, so what would be lost then is answered without the rules of a change.
 */
async function findChange(
  tx: Tx,
  { userId, authority }: PlannedBy,
  { clientId, groupId }: GroupOfClient,
  wanted: WantedAccess,
): Promise<SourceChange | StandardRefusal> {
  if (!(await findGroup(tx, clientId, groupId))) return refuse('404', t.not_found)
  const source = { kind: 'group', id: groupId } as const
  if (isNothing(wanted)) return { source, by: userId, wanted: nothing, stopped: nothing }
  const before = await readGroupAccess(tx, { clientId, groupId })
  const plan = await planGroupChange(tx, { clientId, groupId, by: userId, authority }, before, wanted)
  return plan instanceof Refusal ? plan : { source, by: userId, wanted: plan.wanted, stopped: plan.stopped }
}

const nothing = { systemIds: [], pageIds: [], setIds: [] }

const isNothing = ({ systemIds, pageIds, setIds }: WantedAccess): boolean =>
  systemIds.length === 0 && pageIds.length === 0 && setIds?.length === 0

/** The columns of the spreadsheet, in the wording of its reader. */
function planSheetColumns(translate: Translate): readonly SheetColumn<ChangedAccess>[] {
  const pages = portalPageNames(translate)
  return [
    { header: translate(t.users_last_name), value: ({ lastNm }) => lastNm },
    { header: translate(t.users_first_name), value: ({ firstNm }) => firstNm },
    { header: translate(t.users_user_id), value: ({ userNm }) => userNm, width: 24 },
    {
      header: translate(t.directory_plan_change),
      value: ({ gainFlg }) => translate(gainFlg ? t.directory_plan_gains : t.directory_plan_loses),
    },
    { header: translate(t.directory_plan_application), value: ({ systemNm }) => systemNm, width: 28 },
    {
      header: translate(t.directory_plan_page),
      value: ({ pageNm }) => (pageNm === null ? null : (pages[pageNm] ?? pageNm)),
      width: 28,
    },
    { header: translate(t.directory_plan_set), value: ({ setNm }) => setNm, width: 28 },
  ]
}
