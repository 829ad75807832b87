import { useState } from 'react'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { UnsavedChanges } from '../../patterns/UnsavedChanges.tsx'
import { useLeaveGuard } from '../../patterns/use-leave-guard.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { catalogKinds, factsOf, type RecordKind } from './catalog-kinds.ts'
import { changedByApplications } from './DeleteApplicationDialog.tsx'
import { useRecords } from './RecordsDialog.tsx'
import classes from './ApplicationSearch.module.css'

interface DeleteRecordsDialogProps {
  kind: RecordKind
  onClose: () => void
}

/** Deletes several sections or systems, all or none of them (CATA-021, CATA-022, CATA-067). */
export function DeleteRecordsDialog({ kind, onClose }: DeleteRecordsDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const { deleteTitle, deleteHelp, deleteCall, restoreCall } = catalogKinds[kind]
  const records = useRecords(kind).filter(({ isProtected }) => !isProtected)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { leaving, leave, forget } = useLeaveGuard(chosen.length > 0)
  const hasPermissions = records.some(({ id, permissionCnt }) => chosen.includes(id) && permissionCnt > 0)
  return (
    <DeleteDialog
      size="m"
      title={t[deleteTitle]}
      confirmLabel={t.records_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      disabledReason={chosen.length === 0 ? t.records_delete_nothing : undefined}
      call={deleteCall}
      input={{ params: { uid }, body: [...chosen] }}
      invalidate={changedByApplications}
      refusal={({ data, message }) => (data.status === 'fail' ? `${message} (${data.names.join(', ')})` : undefined)}
      undo={async ({ data }) =>
        (await request(restoreCall, { params: { uid }, body: { undoId: data.undo?.undoId ?? 0 } })).message
      }
      onSubmit={forget}
      onDone={({ ok }) => ok && setChosen([])}
      onClose={() => leave(onClose)}
    >
      <p>{t[deleteHelp]}</p>
      <ul className={classes['records']} aria-label={t[deleteTitle]}>
        {records.map((record) => (
          <li key={record.id} className={classes['record']}>
            <CheckField
              label={record.name}
              help={factsOf(record, t)}
              checked={chosen.includes(record.id)}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, record.id] : chosen.filter((id) => id !== record.id))
              }
            />
          </li>
        ))}
      </ul>
      {hasPermissions && <Alert tone="warning">{t.delete_system_warning}</Alert>}
      <UnsavedChanges form={{ leaving }} />
    </DeleteDialog>
  )
}
