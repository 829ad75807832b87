import type { OtherSession } from '@portico/contract/sign-in/sign-in.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { deviceInWords, placeInWords } from '../../api/device-words.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { formatInstant } from '../../ui/format.ts'
import { signInPageTexts } from '@portico/contract/sign-in/sign-in-page-texts.ts'
import classes from './DuplicateSessionModal.module.css'

interface DuplicateSessionModalProps {
  other: OtherSession
  busy: boolean
  onContinue: () => void
  onCancel: () => void
}

/** Describes the user's other session and lets them end it or cancel (SIGN-012, SIGN-037). */
export function DuplicateSessionModal({ other, busy, onContinue, onCancel }: DuplicateSessionModalProps) {
  const t = useTexts(signInTexts)
  const page = useTexts(signInPageTexts)
  return (
    <Modal opened onClose={onCancel} title={t.duplicate_session_title} size="s">
      <p>{t.duplicate_session_body}</p>
      <dl className={classes['facts']}>
        <dt>{page.duplicate_session_device}</dt>
        <dd>{deviceInWords(other.device)}</dd>
        <dt>{page.duplicate_session_place}</dt>
        <dd>{placeInWords(other.place)}</dd>
        <dt>{page.duplicate_session_last_access}</dt>
        <dd>
          <time dateTime={other.lastAccessDt.toISOString()}>{formatInstant(other.lastAccessDt)}</time>
        </dd>
      </dl>
      <ModalActions>
        <Button onClick={onCancel}>{t.duplicate_session_cancel}</Button>
        <Button kind="primary" busy={busy} onClick={onContinue} data-autofocus>
          {t.duplicate_session_confirm}
        </Button>
      </ModalActions>
    </Modal>
  )
}
