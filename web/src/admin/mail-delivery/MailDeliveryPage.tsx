import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { discardMail, listUndeliveredMails, type UndeliveredMail } from '@portico/contract/mail.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { mailDeliveryTexts } from '@portico/contract/texts/mail-delivery-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatInstant } from '../../ui/format.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { undeliveredQuery } from './mail-delivery-queries.ts'
import classes from './MailDeliveryPage.module.css'
import { MailRow } from './MailRow.tsx'

/** Undelivered emails: why they failed, and what can be done. */
export function MailDeliveryPage() {
  const t = useTexts(mailDeliveryTexts)
  const { admin_mail_delivery: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { mails, totalCnt } = useSuspenseQuery(undeliveredQuery(uid)).data
  const [discarding, setDiscarding] = useState<UndeliveredMail | null>(null)
  const failed = mails.filter(({ stateCd }) => stateCd === 'failed')
  const retrying = mails.filter(({ stateCd }) => stateCd === 'retrying')
  const row = (mail: UndeliveredMail) => <MailRow key={mail.mailId} mail={mail} onDiscard={() => setDiscarding(mail)} />
  return (
    <div className={classes['page']}>
      <PageHeading title={title} subtitle={t.mail_delivery_subtitle} />
      {mails.length === 0 && (
        <Panel title={t.mail_delivery_failed_title}>
          <EmptyState drawing="list" compact title={t.mail_delivery_none} hint={t.mail_delivery_none_hint} />
        </Panel>
      )}
      {failed.length > 0 && (
        <Panel title={t.mail_delivery_failed_title} help={t.mail_delivery_failed_help}>
          {failed.map(row)}
        </Panel>
      )}
      {retrying.length > 0 && (
        <Panel title={t.mail_delivery_retrying_title} help={t.mail_delivery_retrying_help}>
          {retrying.map(row)}
        </Panel>
      )}
      {totalCnt > mails.length && (
        <p className={classes['more']}>
          {formatMessage(t.mail_delivery_more, { shown: mails.length, total: totalCnt })}
        </p>
      )}
      {discarding && <DiscardModal mail={discarding} onClose={() => setDiscarding(null)} />}
    </div>
  )
}

function DiscardModal({ mail, onClose }: { mail: UndeliveredMail; onClose: () => void }) {
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
