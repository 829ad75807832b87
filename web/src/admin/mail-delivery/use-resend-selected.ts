import { useState } from 'react'
import { listUndeliveredMails, type UndeliveredMail } from '@portico/contract/mail/mail.ts'
import type { mailDeliveryTexts } from '@portico/contract/mail/mail-delivery-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { BulkAction } from '../../patterns/BulkBar.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { toast } from '../../ui/toast.ts'
import { resendMails } from './resend-mails.ts'

interface ResendSelected {
  uid: number
  t: Texts<typeof mailDeliveryTexts>
  mails: readonly UndeliveredMail[]
  onDone: () => void
}

/** The action that resends the selected emails; those that the portal retries itself or that have expired are left out. */
export function useResendSelected({ uid, t, mails, onDone }: ResendSelected): BulkAction {
  const [isPending, setIsPending] = useState(false)
  const mailIds = mails.filter(mayResend).map(({ mailId }) => mailId)
  const resend = async () => {
    if (isPending) return
    setIsPending(true)
    const { ok, message } = await runAction(async () => {
      const count = await resendMails(uid, mailIds)
      const left = mails.length - count
      return [
        ...(count > 0 ? [formatMessage(t.mail_delivery_resent, { count })] : []),
        ...(left > 0 ? [formatMessage(t.mail_delivery_not_resent, { count: left })] : []),
      ].join(' ')
    }, [listUndeliveredMails])
    setIsPending(false)
    if (!ok) return toast.error(message)
    toast.success(message)
    return onDone()
  }
  return {
    label: t.mail_delivery_send_again,
    icon: 'refresh',
    onSelect: () => void resend(),
    ...(mailIds.length === 0 && { disabledReason: t.mail_delivery_none_to_resend }),
  }
}

/** The portal has given it up, and its content has not expired. */
const mayResend = ({ stateCd, sendAgainFlg }: UndeliveredMail): boolean => stateCd === 'failed' && sendAgainFlg
