import { useQuery } from '@tanstack/react-query'
import type { ApplicationImpact, ListedApplication } from '@portico/contract/catalog/catalog-records.ts'
import {
  deleteApplication,
  listApplications,
  listDeletedApplications,
  restoreApplication,
} from '@portico/contract/catalog/catalog.ts'
import { listCatalogSections } from '@portico/contract/catalog/catalog-sections.ts'
import { listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { impactQuery } from './application-queries.ts'
import classes from './ApplicationSearch.module.css'

/** Calls whose answers change with an application. */
export const changedByApplications = [listApplications, listSystems, listCatalogSections, listDeletedApplications]

interface DeleteApplicationDialogProps {
  application: Pick<ListedApplication, 'pageId' | 'pageNm' | 'version'>
  onDeleted?: () => void
  onClose: () => void
}

/** Deletes an application, after telling what people lose with it (CATA-018, CATA-068). */
export function DeleteApplicationDialog({ application, onDeleted, onClose }: DeleteApplicationDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const { pageId: appId, pageNm: name, version } = application
  const { data: impact, isError } = useQuery(impactQuery(uid, appId))
  const notYet = isError ? t.delete_application_uncounted : t.delete_application_counting
  return (
    <DeleteDialog
      size="m"
      title={formatMessage(t.delete_application_title, { name })}
      confirmLabel={t.delete_application_confirm}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      disabledReason={impact ? undefined : notYet}
      call={deleteApplication}
      input={{ params: { uid, appId }, query: { version, ...(impact && { permissionCnt: impact.permissionCnt }) } }}
      invalidate={changedByApplications}
      undo={async ({ data }) =>
        (await request(restoreApplication, { params: { uid }, body: { undoId: data.undoId } })).message
      }
      onDone={({ ok }) => {
        if (ok) onDeleted?.()
      }}
      onClose={onClose}
    >
      {impact ? <Impact impact={impact} /> : <p role="status">{notYet}</p>}
      <p>{t.delete_application_body}</p>
    </DeleteDialog>
  )
}

function Impact({ impact }: { impact: ApplicationImpact }) {
  const t = useTexts(catalogPageTexts)
  if (impact.permissionCnt === 0 && impact.userCnt === 0) return <p role="status">{t.delete_application_unused}</p>
  const rows: [string, number][] = [
    [t.impact_permissions, impact.permissionCnt],
    [t.impact_users, impact.userCnt],
    [t.impact_tiles, impact.tileLossCnt],
    [t.impact_favorites, impact.favoriteCnt],
  ]
  return (
    <>
      {impact.permissionCnt > 0 && <Alert tone="warning">{t.delete_application_warning}</Alert>}
      <dl className={classes['impact']} aria-label={t.impact_title}>
        {rows.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
