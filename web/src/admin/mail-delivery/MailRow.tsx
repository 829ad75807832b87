import { listUndeliveredMails, resendMail, type UndeliveredMail } from '@portico/contract/mail.ts'
import { mailDeliveryTexts } from '@portico/contract/texts/mail-delivery-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import classes from './MailDeliveryPage.module.css'

interface MailRowProps {
  mail: UndeliveredMail
  onDiscard: () => void
}

/** One email: recipient, kind, the mail server's answer, and the actions to resend or discard it. */
export function MailRow({ mail, onDiscard }: MailRowProps) {
  const t = useTexts(mailDeliveryTexts)
  const { uid } = useSignedIn()
  const resend = useAction(resendMail, { invalidate: [listUndeliveredMails] })
  const about = { kind: mail.kindTxt, address: mail.toAddress }
  const isFailed = mail.stateCd === 'failed'
  return (
    <PanelRow
      title={mail.kindTxt}
      action={
        <div className={classes['actions']}>
          {isFailed && (
            <Button
              size="s"
              busy={resend.isPending}
              aria-label={formatMessage(t.mail_delivery_send_again_about, about)}
              disabledReason={mail.sendAgainFlg ? undefined : t.mail_delivery_out_of_date}
              onClick={() => void resend.run({ params: { uid, mailId: mail.mailId } })}
            >
              {t.mail_delivery_send_again}
            </Button>
          )}
          <Button size="s" aria-label={formatMessage(t.mail_delivery_give_up_about, about)} onClick={onDiscard}>
            {t.mail_delivery_give_up}
          </Button>
        </div>
      }
    >
      <p className={classes['address']}>{[mail.toAddress, mail.clientNm].filter(Boolean).join(' · ')}</p>
      <p className={classes['said']}>{mail.lastErrorTxt}</p>
      <p>{attemptsText(mail, t)}</p>
    </PanelRow>
  )
}

/** Formats 'Written 11/21/2026, 8:40 AM CST · 3 attempts · next attempt …'. */
function attemptsText(
  { createdDt, attemptsCnt, nextAttemptDt }: UndeliveredMail,
  t: Texts<typeof mailDeliveryTexts>,
): string {
  const attempts = formatMessage(t.mail_delivery_attempts, { count: attemptsCnt })
  const next = nextAttemptDt && formatMessage(t.mail_delivery_next, { moment: formatInstant(nextAttemptDt) })
  return [formatMessage(t.mail_delivery_written, { moment: formatInstant(createdDt) }), attempts, next]
    .filter(Boolean)
    .join(' · ')
}
