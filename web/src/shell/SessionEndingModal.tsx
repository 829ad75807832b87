import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { announcedSeconds, formatCountdown } from './idle-rules.ts'
import classes from './SessionEndingModal.module.css'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

interface SessionEndingModalProps {
  secondsLeft: number
  onStay: () => void
  onSignOut: () => void
}

export function SessionEndingModal({ secondsLeft, onStay, onSignOut }: SessionEndingModalProps) {
  const t = useTexts(signInTexts)
  const { session_ending_body: body } = useTexts(shellTexts)
  return (
    <Modal opened onClose={onStay} title={t.session_ending_title} size="s">
      <p aria-hidden="true">
        <span className={classes['clock']}>{formatMessage(body, { time: formatCountdown(secondsLeft) })}</span>
      </p>
      <p className={classes['announced']} role="status">
        {formatMessage(body, { time: formatCountdown(announcedSeconds(secondsLeft)) })}
      </p>
      <ModalActions>
        <Button onClick={onSignOut}>{t.session_sign_out}</Button>
        <Button kind="primary" onClick={onStay} data-autofocus>
          {t.session_stay}
        </Button>
      </ModalActions>
    </Modal>
  )
}
