import { useState } from 'react'
import { catalogPageTexts } from '@portico/contract/texts/catalog-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
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
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { deleteTitle, deleteHelp, deleteCall, restoreCall } = catalogKinds[kind]
  const records = useRecords(kind).filter(({ isProtected }) => !isProtected)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const remove = useAction(deleteCall, {
    invalidate: changedByApplications,
    refusal: ({ data, message }) => (data.status === 'fail' ? `${message} (${data.names.join(', ')})` : undefined),
    undo: async ({ data }) =>
      (await request(restoreCall, { params: { uid }, body: { undoId: data.undo?.undoId ?? 0 } })).message,
  })
  const hasPermissions = records.some(({ id, permissionCnt }) => chosen.includes(id) && permissionCnt > 0)
  return (
    <ConfirmModal
      opened
      danger
      size="m"
      onClose={onClose}
      title={t[deleteTitle]}
      confirmLabel={t.records_delete_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      {...(chosen.length === 0 && { disabledReason: t.records_delete_nothing })}
      onConfirm={() => remove.submit({ params: { uid }, body: [...chosen] })}
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
    </ConfirmModal>
  )
}
