import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import classes from './ShownOnceDialog.module.css'

interface ShownOnceDialogProps {
  title: string
  /** Says that it is shown this once, and where it belongs. */
  lead: string
  secret: string
  copyLabel: string
  onClose: () => void
  /** What belongs to the secret, below it. */
  children?: ReactNode
}

/** Shows a secret that was just made this once; only its button closes it, as the secret is lost then. */
export function ShownOnceDialog({ title, lead, secret, copyLabel, onClose, children }: ShownOnceDialogProps) {
  const { close, copied, copy_refused: failed } = useTexts(generalTexts)
  return (
    <Modal opened title={title} mayClose={false} onClose={onClose}>
      <div className={classes['parts']}>
        <p>{lead}</p>
        <code className={classes['secret']}>{secret}</code>
        {children}
      </div>
      <ModalActions>
        <Button onClick={onClose}>{close}</Button>
        <CopyButton text={secret} label={copyLabel} doneLabel={copied} failedLabel={failed} kind="primary" />
      </ModalActions>
    </Modal>
  )
}
