import { exportGroupPlan, type GroupAccessPlan, type GroupLoss } from '@portico/contract/scim/directory-group-plans.ts'
import { directoryGroupTexts } from '@portico/contract/scim/directory-group-texts.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { downloadAttachment } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { nameWithId } from '../users/name-with-id.ts'
import classes from './GroupPlan.module.css'
import type { groupAccessBody } from './group-access-form.ts'

interface GroupPlanProps {
  clientId: number
  groupId: number
  plan: GroupAccessPlan
  /** What the plan is about. */
  body: ReturnType<typeof groupAccessBody>
  /** What is said where nobody gains or loses anything. */
  none: string
}

/** What members of a group would gain and lose: how many of them, and who loses what. */
export function GroupPlan({ plan, none, ...of }: GroupPlanProps) {
  const t = useTexts(directoryGroupTexts)
  const accessOf = useAccessNames()
  const { memberCnt: count, gainCnt: gain, loseCnt: lose, items, sets } = plan
  return (
    <>
      <p role="status">{gain + lose === 0 ? none : formatMessage(t.directory_review_counts, { gain, lose, count })}</p>
      <ul>
        {[...sets.map((set) => ({ systemNm: null, pageNm: null, ...set })), ...items].map((one) => {
          const access = accessOf(one)
          return (
            <li key={access}>
              {formatMessage(t.directory_review_item, { access, gain: one.gainCnt, lose: one.loseCnt })}
            </li>
          )
        })}
      </ul>
      {gain + lose > 0 && <Losses {...of} plan={plan} />}
    </>
  )
}

/** Who loses what: the first of them by name, and all of them as a file. */
function Losses({ clientId, groupId, plan: { losses, lossCnt }, body }: Omit<GroupPlanProps, 'none'>) {
  const t = useTexts(directoryGroupTexts)
  const accessOf = useAccessNames()
  const { uid } = useSignedIn()
  const save = (format: ExportFormat) =>
    downloadAttachment(
      exportGroupPlan,
      { params: { uid, clientId, groupId }, body: { ...body, format } },
      `group-access.${format}`,
    )
  return (
    <section aria-label={t.directory_losses} className={classes['losses']}>
      <div className={classes['heading']}>
        <h3>{t.directory_losses}</h3>
        <ExportMenu onExport={save} />
      </div>
      {lossCnt === 0 ? (
        <p>{t.directory_losses_none}</p>
      ) : (
        <DataTable
          caption={t.directory_losses}
          columns={columnsOf(t, accessOf)}
          rows={losses}
          rowKey={(loss) => `${loss.userId} ${accessOf(loss)}`}
        />
      )}
      {lossCnt > losses.length && <p>{formatMessage(t.directory_losses_more, { count: lossCnt - losses.length })}</p>}
    </section>
  )
}

const columnsOf = (
  t: Texts<typeof directoryGroupTexts>,
  accessOf: ReturnType<typeof useAccessNames>,
): Column<GroupLoss>[] => [
  { key: 'name', title: t.directory_losses_name, cell: nameWithId },
  { key: 'access', title: t.directory_losses_access, cell: accessOf },
]

interface NamedAccess {
  systemNm: string | null
  pageNm: string | null
  setNm?: string | null
}

/** Returns what names an application, a page or a permission set. */
function useAccessNames(): (access: NamedAccess) => string {
  const t = useTexts(directoryGroupTexts)
  const pageName = usePortalPageName()
  return ({ systemNm, pageNm, setNm }) => {
    if (systemNm === null) return formatMessage(t.directory_set, { name: setNm ?? '' })
    return pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`
  }
}
