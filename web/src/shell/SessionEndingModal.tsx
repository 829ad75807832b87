import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ModalActions } from '../ui/ModalActions.tsx'
import { clock } from './idle-rules.ts'
import classes from './SessionEndingModal.module.css'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

interface SessionEndingModalProps {
  secondsLeft: number
  onStay: () => void
  onSignOut: () => void
}

/** Read aloud when it opens and every half minute, not at every second. */
const ANNOUNCED_EVERY = 30

export function SessionEndingModal({ secondsLeft, onStay, onSignOut }: SessionEndingModalProps) {
  const t = useTexts(signInTexts)
  const { session_ending_body: body } = useTexts(shellTexts)
  const [before = '', after = ''] = body.split('{time}')
  const announced = Math.ceil(secondsLeft / ANNOUNCED_EVERY) * ANNOUNCED_EVERY
  return (
    <Modal opened onClose={onStay} title={t.session_ending_title} size="s">
      <p aria-hidden="true">
        {before}
        <span className={classes['clock']}>{clock(secondsLeft)}</span>
        {after}
      </p>
      <p className={classes['heard']} role="status">
        {body.replace('{time}', clock(announced))}
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
