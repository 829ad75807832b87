import { discardMail, listUndeliveredMails, type UndeliveredMail } from '@portico/contract/mail/mail.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { mailDeliveryTexts } from '@portico/contract/mail/mail-delivery-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatInstant } from '../../ui/format.ts'
import classes from './MailDelivery.module.css'

/** Asks before an email is discarded, which cannot be undone. */
export function DiscardMailModal({ mail, onClose }: { mail: UndeliveredMail; onClose: () => void }) {
  const t = useTexts(mailDeliveryTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  // The email may have been delivered in the meantime.
  const discard = useAction(discardMail, { invalidate: [listUndeliveredMails] })
  const { kindTxt, toAddress, createdDt } = mail
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.mail_delivery_give_up_title}
      confirmLabel={t.mail_delivery_give_up_confirm}
      cancelLabel={general.cancel}
      onConfirm={() => discard.submit({ params: { uid, mailId: mail.mailId } })}
    >
      <p className={classes['address']}>
        {formatMessage(t.mail_delivery_give_up_body, {
          address: toAddress,
          kind: kindTxt,
          moment: formatInstant(createdDt),
        })}
      </p>
    </ConfirmModal>
  )
}
