import { useSuspenseQuery } from '@tanstack/react-query'
import { getApplication, restoreApplication } from '@portico/contract/catalog/catalog.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { deletedQuery } from './application-queries.ts'
import { changedByApplications } from './DeleteApplicationDialog.tsx'
import classes from './ApplicationSearch.module.css'

/** The applications that the administrator has deleted and can restore (decision H5). */
export function DeletedApplicationsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(catalogPageTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const deleted = useSuspenseQuery(deletedQuery(uid)).data
  const restore = useAction(restoreApplication, { invalidate: [...changedByApplications, getApplication] })
  return (
    <Modal opened size="l" title={t.deleted_title} closeLabel={close} onClose={onClose}>
      <div className={classes['content']}>
        <p>{t.deleted_help}</p>
        {deleted.length === 0 ? (
          <p role="status">{t.deleted_none}</p>
        ) : (
          <DataTable
            caption={t.deleted_title}
            columns={[
              { key: 'pageNm', title: t.application_name, cell: ({ pageNm }) => pageNm },
              { key: 'systemNm', title: t.application_system, cell: ({ systemNm }) => systemNm },
              {
                key: 'until',
                title: t.deleted_until,
                oneLine: true,
                cell: ({ undoUntilDt }) => formatInstant(undoUntilDt),
              },
            ]}
            rows={deleted}
            rowKey={({ undoId }) => undoId}
            rowName={({ pageNm }) => pageNm}
            rowButtons={({ undoId, pageNm }) => (
              <Button
                size="s"
                aria-label={formatMessage(t.deleted_restore, { name: pageNm })}
                busy={restore.isPendingFor(({ body }) => body.undoId === undoId)}
                onClick={() => void restore.run({ params: { uid }, body: { undoId } })}
              >
                {t.deleted_restore_short}
              </Button>
            )}
          />
        )}
      </div>
    </Modal>
  )
}
