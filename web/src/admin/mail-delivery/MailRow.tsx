import { useState } from 'react'
import type { UndeliveredMail } from '@portico/contract/mail.ts'
import { mailDeliveryTexts } from '@portico/contract/texts/mail-delivery-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { momentText } from '../../ui/moment-text.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import classes from './MailDeliveryPage.module.css'

interface MailRowProps {
  mail: UndeliveredMail
  onSend: () => Promise<void>
  onGiveUp: () => void
}

/** One mail: to whom, what kind, what the mail server said, and the two ways out. */
export function MailRow({ mail, onSend, onGiveUp }: MailRowProps) {
  const t = useTexts(mailDeliveryTexts)
  const [busy, setBusy] = useState(false)
  const about = { kind: mail.kindTxt, address: mail.toAddress }
  const isFailed = mail.stateCd === 'failed'
  const send = async () => {
    setBusy(true)
    await onSend()
    setBusy(false)
  }
  return (
    <PanelRow
      title={mail.kindTxt}
      action={
        <div className={classes['actions']}>
          {isFailed && (
            <Button
              size="s"
              busy={busy}
              aria-label={fill(t.mail_delivery_send_again_about, about)}
              refusedBecause={mail.sendAgainFlg ? undefined : t.mail_delivery_out_of_date}
              onClick={() => void send()}
            >
              {t.mail_delivery_send_again}
            </Button>
          )}
          <Button size="s" aria-label={fill(t.mail_delivery_give_up_about, about)} onClick={onGiveUp}>
            {t.mail_delivery_give_up}
          </Button>
        </div>
      }
    >
      <p className={classes['address']}>{[mail.toAddress, mail.clientNm].filter(Boolean).join(' · ')}</p>
      <p className={classes['said']}>{mail.lastErrorTxt}</p>
      <p>{timesOf(mail, t)}</p>
    </PanelRow>
  )
}

/** 'Written 11/21/2026, 8:40 AM CST · 3 attempts · next attempt …' */
function timesOf(
  { createdDt, attemptsCnt, nextAttemptDt }: UndeliveredMail,
  t: { readonly [Key in keyof typeof mailDeliveryTexts]: string },
): string {
  const attempts =
    attemptsCnt === 1 ? t.mail_delivery_one_attempt : fill(t.mail_delivery_attempts, { count: attemptsCnt })
  const next = nextAttemptDt && fill(t.mail_delivery_next, { moment: momentText(nextAttemptDt) })
  return [fill(t.mail_delivery_written, { moment: momentText(createdDt) }), attempts, next].filter(Boolean).join(' · ')
}
