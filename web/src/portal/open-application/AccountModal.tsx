import type { AccountChoice } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Modal } from '../../ui/Modal.tsx'
import { AccountList } from './AccountList.tsx'

interface AccountModalProps {
  /** Of the application. */
  name: string
  accounts: AccountChoice['accounts']
  onChoose: (accountId: number) => void
  onClose: () => void
}

/** Asks with which account an application opens (decision C3). */
export function AccountModal({ name, accounts, onChoose, onClose }: AccountModalProps) {
  const { close } = useTexts(generalTexts)
  const t = useTexts(singleSignOnTexts)
  return (
    <Modal opened onClose={onClose} title={t.sign_on_choose_title} closeLabel={close}>
      <p>{formatMessage(t.sign_on_choose_lead, { name })}</p>
      <AccountList accounts={accounts} onChoose={onChoose} />
    </Modal>
  )
}
