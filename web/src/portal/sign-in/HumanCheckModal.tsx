import { useEffect, useState } from 'react'
import { humanCheckTexts } from '@portico/contract/texts/human-check-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { drawWidget } from './check-widget.ts'
import type { WaitingCheck } from './human-check.ts'
import classes from './HumanCheckModal.module.css'

type Stage = 'loading' | 'waiting' | 'checking' | 'broken'

/** The check of a service, in its own frame: done, sign-in goes on by itself (SIGN-014). */
export function HumanCheckModal({ check }: { check: WaitingCheck }) {
  const t = useTexts(humanCheckTexts)
  // Known once the window has come in.
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const { stage, sentence, again } = useWidget(check, place)
  return (
    <Modal opened onClose={check.cancel} title={t.human_check_title} size="s" mayClose={stage !== 'checking'}>
      <div className={classes['stack']}>
        <p>{t.human_check_lead}</p>
        {sentence !== null && <Message tone="error">{sentence}</Message>}
        <div
          ref={setPlace}
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
            <Button kind="primary" onClick={again}>
              {t.human_check_again}
            </Button>
          )}
        </ModalActions>
      </div>
    </Modal>
  )
}

/** The course of one check, with as many widgets as it takes. */
function useWidget({ service, handIn }: WaitingCheck, place: HTMLDivElement | null) {
  const t = useTexts(humanCheckTexts)
  const [round, setRound] = useState(0)
  const [stage, setStage] = useState<Stage>('loading')
  const [sentence, setSentence] = useState<string | null>(null)

  useEffect(() => {
    if (!place) return undefined
    let isOver = false
    let remove = () => {}
    const breakDown = () => {
      if (isOver) return
      setStage('broken')
      setSentence(t.human_check_not_loaded)
    }
    const onToken = async (token: string) => {
      setStage('checking')
      setSentence(null)
      const refusal = await handIn(token)
      if (isOver || refusal === null) return
      setSentence(refusal)
      setStage('loading')
      setRound(round + 1)
    }
    drawWidget(service, place, {
      onToken: (token) => void onToken(token),
      onExpired: () => setSentence(t.human_check_expired),
      onBroken: breakDown,
    }).then((drawn) => {
      if (isOver) return drawn()
      remove = drawn
      setStage('waiting')
    }, breakDown)
    return () => {
      isOver = true
      remove()
    }
  }, [round, service, handIn, place, t])

  const again = () => {
    setSentence(null)
    setStage('loading')
    setRound(round + 1)
  }
  return { stage, sentence, again }
}
