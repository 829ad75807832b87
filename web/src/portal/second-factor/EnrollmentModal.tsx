import { useState } from 'react'
import type { Enrollment } from '@portico/contract/sign-in/sign-in.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { skipSetup } from './second-factor.ts'
import classes from './SecondFactor.module.css'

interface EnrollmentModalProps {
  enrollment: Enrollment
  onStart: () => void
  /** Called when the enrollment was postponed; the sign-in continues. */
  onSkipped: (outcome: SignInOutcome) => void
  onCancel: () => void
}

/**
 * The account needs a second factor and has none: set it up now, or later where that is allowed (SIGN-013, SIGN-034).
 */
export function EnrollmentModal({ enrollment, onStart, onSkipped, onCancel }: EnrollmentModalProps) {
  const t = useTexts(secondFactorPageTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { canSkip, skipsLeft, token } = enrollment
  const skipsLeftText = formatMessage(t.enroll_modal_skips_left, { count: skipsLeft })

  const skipForNow = async () => {
    setBusy(true)
    setError(null)
    const outcome = await skipSetup(token)
    if (outcome.kind !== 'refused') return onSkipped(outcome)
    setError(outcome.message)
    setBusy(false)
  }

  return (
    <Modal opened onClose={onCancel} title={t.enroll_modal_title} mayClose={!busy}>
      <div className={classes['stack']}>
        <p>{t.enroll_modal_lead}</p>
        <p className={classes['quiet']}>{canSkip ? skipsLeftText : t.enroll_modal_no_skip}</p>
        {error !== null && <Alert tone="error">{error}</Alert>}
        <ModalActions>
          {canSkip && (
            <Button busy={busy} onClick={() => void skipForNow()}>
              {t.enroll_modal_skip}
            </Button>
          )}
          <Button kind="primary" onClick={busy ? undefined : onStart} data-autofocus>
            {t.enroll_modal_start}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  )
}
