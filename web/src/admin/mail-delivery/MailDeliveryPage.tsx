import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UndeliveredMail } from '@portico/contract/mail.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { mailDeliveryTexts } from '@portico/contract/texts/mail-delivery-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fill } from '../../ui/fill.ts'
import { momentText } from '../../ui/moment-text.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { giveUp, sendAgain, undeliveredQuery } from './mail-delivery-queries.ts'
import classes from './MailDeliveryPage.module.css'
import { MailRow } from './MailRow.tsx'

/** Why a mail did not come, and what to do about it. */
export function MailDeliveryPage() {
  const t = useTexts(mailDeliveryTexts)
  const { menu_mail_delivery: title } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { mails, totalCnt } = useSuspenseQuery(undeliveredQuery(uid)).data
  const [leaving, setLeaving] = useState<UndeliveredMail | null>(null)
  const failed = mails.filter(({ stateCd }) => stateCd === 'failed')
  const retrying = mails.filter(({ stateCd }) => stateCd === 'retrying')
  const send = async ({ mailId }: UndeliveredMail) => {
    const { ok, message } = await sendAgain(uid, mailId)
    if (ok) toast.success(message)
    else toast.error(message)
  }
  const row = (mail: UndeliveredMail) => (
    <MailRow key={mail.mailId} mail={mail} onSend={() => send(mail)} onGiveUp={() => setLeaving(mail)} />
  )
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
        <p className={classes['more']}>{fill(t.mail_delivery_more, { shown: mails.length, total: totalCnt })}</p>
      )}
      {leaving && <GiveUpModal mail={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

function GiveUpModal({ mail, onClose }: { mail: UndeliveredMail; onClose: () => void }) {
  const t = useTexts(mailDeliveryTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { kindTxt, toAddress, createdDt } = mail
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.mail_delivery_give_up_title}
      confirmLabel={t.mail_delivery_give_up_confirm}
      cancelLabel={general.cancel}
      onConfirm={() => giveUp(uid, mail.mailId)}
    >
      <p className={classes['address']}>
        {fill(t.mail_delivery_give_up_body, { address: toAddress, kind: kindTxt, moment: momentText(createdDt) })}
      </p>
    </ConfirmModal>
  )
}
