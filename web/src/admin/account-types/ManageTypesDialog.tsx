import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogSystem } from '@portico/contract/catalog-records.ts'
import {
  listAccountTypes,
  type MaintainedType,
  removeAccountType,
  restoreAccountType,
} from '@portico/contract/system-accounts.ts'
import { accountTypeTexts } from '@portico/contract/texts/account-type-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { systemAccountTexts } from '@portico/contract/texts/system-account-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { runAction } from '../../patterns/run-action.ts'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { accountTypesQuery } from './account-type-queries.ts'
import classes from './AccountTypes.module.css'
import { AccountTypeDialog } from './AccountTypeDialog.tsx'

type Step = { at: 'list' } | { at: 'add' } | { at: 'edit' | 'delete'; type: MaintainedType }

interface ManageTypesDialogProps {
  system: CatalogSystem
  onClose: () => void
}

/** The account types of one system; what changes one takes the place of the list (DBMT-029). */
export function ManageTypesDialog({ system, onClose }: ManageTypesDialogProps) {
  const t = useTexts(accountTypeTexts)
  const { close } = useTexts(generalTexts)
  const [step, setStep] = useState<Step>({ at: 'list' })
  const back = () => setStep({ at: 'list' })
  const { systemId, systemNm } = system
  const types = useSuspenseQuery(accountTypesQuery()).data.filter((type) => type.systemId === systemId)
  const opened = useCurrentRow('type' in step ? step.type : null, types, (type) => type.systemAccountTypeId)
  if (step.at === 'add') return <AccountTypeDialog type={null} systemId={systemId} onClose={back} />
  if (opened && step.at === 'edit') return <AccountTypeDialog type={opened} systemId={null} onClose={back} />
  if (opened && step.at === 'delete') return <DeleteDialog type={opened} onClose={back} />
  return (
    <Modal opened title={formatMessage(t.account_types_of, { system: systemNm })} closeLabel={close} onClose={onClose}>
      {types.length === 0 && <p>{t.account_types_empty}</p>}
      <ul className={classes['types']}>
        {types.map((type) => {
          const { systemAccountTypeId, systemAccountTypeDescTxt: name, systemAccountTypeCd: code } = type
          return (
            <li key={systemAccountTypeId} className={classes['type']}>
              <span className={classes['name']}>
                {name} <span className={classes['code']}>{code}</span>
              </span>
              <IconButton
                icon="pencil"
                label={formatMessage(t.account_types_edit, { name })}
                onClick={() => setStep({ at: 'edit', type })}
              />
              <IconButton
                icon="trash"
                label={formatMessage(t.account_types_delete, { name })}
                onClick={() => setStep({ at: 'delete', type })}
              />
            </li>
          )
        })}
      </ul>
      <ModalActions problem={null}>
        <Button onClick={onClose}>{close}</Button>
        <Button kind="primary" onClick={() => setStep({ at: 'add' })}>
          {t.account_types_add}
        </Button>
      </ModalActions>
    </Modal>
  )
}

function DeleteDialog({ type, onClose }: { type: MaintainedType; onClose: () => void }) {
  const t = useTexts(accountTypeTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { systemAccountTypeId, systemAccountTypeDescTxt: name, systemNm: system, version } = type
  const { accounts_type_error: failed } = useTexts(systemAccountTexts)
  const remove = () =>
    runAction(async () => {
      const input = { params: { uid, systemAccountTypeId }, query: { version } }
      const { undoId } = await call(removeAccountType, input).catch(unexpectedFailureAs(failed))
      const takeBack = async () => {
        await call(restoreAccountType, { params: { uid }, body: { undoId } })
        return t.account_type_restored
      }
      offerUndo(t.account_type_deleted, takeBack, [listAccountTypes])
      return t.account_type_deleted
    }, [listAccountTypes])
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.account_type_delete_title}
      confirmLabel={t.account_type_delete_title}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onConfirm={remove}
    >
      <p>{formatMessage(t.account_type_delete_body, { name, system })}</p>
    </ConfirmModal>
  )
}
