import { useState } from 'react'
import type { Enrolment } from '@portico/contract/sign-in.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import type { Outcome } from '../sign-in/sign-in.ts'
import { skip } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface EnrolmentModalProps {
  enrolment: Enrolment
  onStart: () => void
  /** The enrolment was put off; sign-in goes on. */
  onSkipped: (outcome: Outcome) => void
  onCancel: () => void
}

/** The account needs a second factor and has none: set it up now, or later where that is allowed (SIGN-013, SIGN-034). */
export function EnrolmentModal({ enrolment, onStart, onSkipped, onCancel }: EnrolmentModalProps) {
  const t = useTexts(secondFactorPageTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { canSkip, skipsLeft, token } = enrolment
  const left =
    skipsLeft === 1 ? t.enrol_modal_skips_left_one : t.enrol_modal_skips_left_many.replace('{count}', String(skipsLeft))

  const putOff = async () => {
    setBusy(true)
    setError(null)
    const outcome = await skip(token)
    if (outcome.kind !== 'refused') return onSkipped(outcome)
    setError(outcome.sentence)
    setBusy(false)
  }

  return (
    <Modal opened onClose={onCancel} title={t.enrol_modal_title} mayClose={!busy}>
      <div className={classes['stack']}>
        <p>{t.enrol_modal_lead}</p>
        <p className={classes['quiet']}>{canSkip ? left : t.enrol_modal_no_skip}</p>
        {error !== null && <Message tone="error">{error}</Message>}
        <ModalActions>
          {canSkip && (
            <Button busy={busy} onClick={() => void putOff()}>
              {t.enrol_modal_skip}
            </Button>
          )}
          <Button kind="primary" onClick={busy ? undefined : onStart} data-autofocus>
            {t.enrol_modal_start}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  )
}
