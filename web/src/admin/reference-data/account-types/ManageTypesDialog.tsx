import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { accountTypes } from '@portico/contract/reference-data/reference-data.ts'
import { accountTypeTexts } from '@portico/contract/reference-data/account-type-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { formatMessage, useTexts } from '../../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../../patterns/close-delays.ts'
import { useCurrentRow } from '../../../patterns/list-query.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { ModalActions } from '../../../ui/ModalActions.tsx'
import { ReferenceDeleteDialog } from '../ReferenceDeleteDialog.tsx'
import { ReferenceEditDialog } from '../ReferenceEditDialog.tsx'
import { type AccountType, accountTypesQuery } from './account-type-queries.ts'
import classes from './AccountTypes.module.css'

type Step = { at: 'list' } | { at: 'add' } | { at: 'edit' | 'delete'; type: AccountType }

interface ManageTypesDialogProps {
  system: CatalogSystem
  onClose: () => void
}

/** The account types of one system; what changes one takes the place of the list (DBMT-029). */
export function ManageTypesDialog({ system, onClose }: ManageTypesDialogProps) {
  const t = useTexts(accountTypeTexts)
  const words = useTexts(referenceDataTexts)
  const { close } = useTexts(generalTexts)
  const [step, setStep] = useState<Step>({ at: 'list' })
  const back = () => setStep({ at: 'list' })
  const { systemId, systemNm } = system
  const types = useSuspenseQuery(accountTypesQuery()).data.filter((type) => type.systemId === systemId)
  const opened = useCurrentRow('type' in step ? step.type : null, types, (type) => type.systemAccountTypeId)
  const shared = { category: accountTypes, closeAfterMs: CLOSE_AFTER_MS.record, onClose: back }
  if (step.at === 'add') return <ReferenceEditDialog {...shared} entry={null} given={{ systemId, systemNm }} />
  if (opened && step.at === 'edit') return <ReferenceEditDialog {...shared} entry={opened} />
  if (opened && step.at === 'delete')
    return <ReferenceDeleteDialog category={accountTypes} entry={opened} onClose={back} />
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
          {formatMessage(words.reference_add, { entry: words.accounts_type_entry })}
        </Button>
      </ModalActions>
    </Modal>
  )
}
