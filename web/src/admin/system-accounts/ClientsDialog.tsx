import { useState } from 'react'
import type { UserSummary } from '@portico/contract/system-accounts/system-accounts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { systemAccountTexts } from '@portico/contract/system-accounts/system-account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'

interface ClientsDialogProps {
  clients: UserSummary['clients']
  chosen: readonly number[]
  onApply: (clientIds: number[]) => void
  onClose: () => void
}

/** Which clients of the user an account serves; saved with the account (SACC-004, decision E22). */
export function ClientsDialog({ clients, chosen, onApply, onClose }: ClientsDialogProps) {
  const t = useTexts(systemAccountTexts)
  const { cancel, close } = useTexts(generalTexts)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(chosen))
  return (
    <Modal opened title={t.accounts_assign_title} closeLabel={close} onClose={onClose}>
      <p>{t.accounts_assign_help}</p>
      {clients.map(({ clientId, clientNm }) => (
        <CheckField
          key={clientId}
          label={clientNm}
          checked={ids.has(clientId)}
          onChange={(isChosen) =>
            setIds(new Set([...ids].filter((id) => id !== clientId).concat(isChosen ? clientId : [])))
          }
        />
      ))}
      <ModalActions>
        <Button onClick={onClose}>{cancel}</Button>
        <Button kind="primary" onClick={() => onApply([...ids])}>
          {t.accounts_assign_done}
        </Button>
      </ModalActions>
    </Modal>
  )
}
