import { useEffect, useState } from 'react'
import { humanCheckTexts } from '@portico/contract/human-check/human-check-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { renderWidget } from './check-widget.ts'
import type { PendingCheck } from './human-check.ts'
import classes from './HumanCheckModal.module.css'

type Stage = 'loading' | 'waiting' | 'checking' | 'broken'

/** An external service's check in a dialog; when it is solved, the sign-in continues automatically (SIGN-014). */
export function HumanCheckModal({ check }: { check: PendingCheck }) {
  const t = useTexts(humanCheckTexts)
  // Set once the dialog has rendered.
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const { stage, message, retry } = useWidget(check, container)
  return (
    <Modal opened onClose={check.cancel} title={t.human_check_title} size="s" mayClose={stage !== 'checking'}>
      <div className={classes['stack']}>
        <p>{t.human_check_lead}</p>
        {message !== null && <Alert tone="error">{message}</Alert>}
        <div
          ref={setContainer}
          className={classes['place']}
          role="group"
          aria-label={t.human_check_label}
          aria-busy={stage === 'loading' || stage === 'checking'}
          tabIndex={-1}
          data-autofocus
        />
        <p role="status" className={classes['quiet']}>
          {stage === 'loading' && t.human_check_loading}
          {stage === 'checking' && t.human_check_checking}
        </p>
        <ModalActions>
          <Button onClick={check.cancel}>{t.human_check_cancel}</Button>
          {stage === 'broken' && (
            <Button kind="primary" onClick={retry}>
              {t.human_check_again}
            </Button>
          )}
        </ModalActions>
      </div>
    </Modal>
  )
}

/** State of one check, with as many widgets as needed. */
function useWidget({ service, submit }: PendingCheck, container: HTMLDivElement | null) {
  const t = useTexts(humanCheckTexts)
  const [round, setRound] = useState(0)
  const [stage, setStage] = useState<Stage>('loading')
  const [message, setMessage] = useState<string | null>(null)

  useEffect(() => {
    if (!container) return undefined
    let isUnmounted = false
    let remove = () => {}
    const fail = () => {
      if (isUnmounted) return
      setStage('broken')
      setMessage(t.human_check_not_loaded)
    }
    const onToken = async (token: string) => {
      setStage('checking')
      setMessage(null)
      const problem = await submit(token)
      if (isUnmounted || problem === null) return
      setMessage(problem)
      setStage('loading')
      setRound(round + 1)
    }
    renderWidget(service, container, {
      onToken: (token) => void onToken(token),
      onExpired: () => setMessage(t.human_check_expired),
      onError: fail,
    }).then((removeWidget) => {
      if (isUnmounted) return removeWidget()
      remove = removeWidget
      setStage('waiting')
    }, fail)
    return () => {
      isUnmounted = true
      remove()
    }
  }, [round, service, submit, container, t])

  const retry = () => {
    setMessage(null)
    setStage('loading')
    setRound(round + 1)
  }
  return { stage, message, retry }
}
