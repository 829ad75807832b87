import type { UndeliveredMail } from '@portico/contract/mail/mail.ts'
import type { mailDeliveryTexts } from '@portico/contract/mail/mail-delivery-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './MailDelivery.module.css'

type Words = Texts<typeof mailDeliveryTexts>

/** The columns of the list; keys of sortable ones are the wire's. */
export const mailColumns = (t: Words): Column<UndeliveredMail>[] => [
  {
    key: 'toAddress',
    title: t.mail_delivery_recipient,
    sortable: true,
    cell: ({ toAddress }) => <BreakableText>{toAddress}</BreakableText>,
  },
  { key: 'kind', title: t.mail_delivery_kind, cell: ({ kindTxt }) => kindTxt },
  {
    key: 'clientNm',
    title: t.mail_delivery_employer,
    sortable: true,
    priority: 2,
    truncate: 'narrow',
    cell: ({ clientNm }) => clientNm,
  },
  { key: 'state', title: t.mail_delivery_state, cell: (mail) => <MailState mail={mail} t={t} /> },
  {
    key: 'reason',
    title: t.mail_delivery_reason,
    isWidest: true,
    cell: ({ lastErrorTxt }) => lastErrorTxt,
  },
  {
    key: 'attemptsCnt',
    priority: 3,
    title: t.mail_delivery_attempts,
    sortable: true,
    align: 'end',
    cell: ({ attemptsCnt }) => attemptsCnt,
  },
  {
    key: 'createdDt',
    title: t.mail_delivery_created,
    sortable: true,
    oneLine: true,
    cell: ({ createdDt }) => formatInstant(createdDt),
  },
]

/** Whether the portal tries again, and when. */
function MailState({ mail: { stateCd, nextAttemptDt }, t }: { mail: UndeliveredMail; t: Words }) {
  if (stateCd === 'failed') return <StatusDot tone="error">{t.mail_delivery_state_failed}</StatusDot>
  return (
    <>
      <StatusDot tone="warning" wraps>
        {t.mail_delivery_state_retrying}
      </StatusDot>
      {nextAttemptDt && (
        <span className={classes['next']}>
          {formatMessage(t.mail_delivery_next, { moment: formatInstant(nextAttemptDt) })}
        </span>
      )}
    </>
  )
}
