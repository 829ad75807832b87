import type { WebhookFormat } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Webhook, WebhookDelivery } from '@portico/contract/webhooks/webhooks.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatDayOf, formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import {
  answerWords,
  deliveryStateWords,
  formatWords,
  sentName,
  webhookStateWords,
  type Words,
} from './webhook-words.ts'

const tones = {
  on: 'success',
  failing: 'warning',
  off: 'neutral',
  failed: 'error',
  stopped: 'error',
  paused: 'neutral',
} as const
const deliveryTones = { waiting: 'warning', delivered: 'success', failed: 'error' } as const

/** The columns of the list; keys of sortable ones are the wire's. */
export function webhookColumns(t: Words): Column<Webhook>[] {
  const states = webhookStateWords(t)
  return [
    {
      key: 'webhookNm',
      title: t.webhooks_name,
      sortable: true,
      cell: ({ webhookNm }) => <BreakableText>{webhookNm}</BreakableText>,
    },
    { key: 'format', title: t.webhooks_format, priority: 3, cell: ({ formatCd }) => formatWords(t)[formatCd] },
    {
      key: 'clientNm',
      title: t.webhooks_for,
      sortable: true,
      truncate: 'narrow',
      cell: ({ clientNm }) => clientNm ?? t.webhooks_everyone,
    },
    { key: 'owner', title: t.webhooks_owner, truncate: 'narrow', priority: 3, cell: ({ ownerNm }) => ownerNm },
    {
      key: 'deliveredDt',
      title: t.webhooks_delivered,
      priority: 2,
      sortable: true,
      oneLine: true,
      cell: ({ deliveredDt }) =>
        deliveredDt ? (
          <time title={formatInstant(deliveredDt)}>{formatDayOf(deliveredDt)}</time>
        ) : (
          t.webhooks_not_delivered
        ),
    },
    {
      key: 'waiting',
      title: t.webhooks_waiting,
      align: 'end',
      priority: 3,
      cell: ({ waitingCnt }) => waitingCnt,
    },
    {
      key: 'state',
      title: t.webhooks_state,
      cell: ({ stateCd }) => (
        <StatusDot tone={tones[stateCd]} wraps>
          {states[stateCd]}
        </StatusDot>
      ),
    },
  ]
}

/** The columns of the delivery log. */
export function deliveryColumns(t: Words, format: WebhookFormat | undefined): Column<WebhookDelivery>[] {
  const states = deliveryStateWords(t)
  return [
    {
      key: 'event',
      title: t.deliveries_event,
      cell: (delivery) => sentName(t, format, delivery),
    },
    {
      key: 'createdDt',
      title: t.deliveries_created,
      sortable: true,
      oneLine: true,
      cell: ({ createdDt }) => formatInstant(createdDt),
    },
    { key: 'attempts', title: t.deliveries_attempts, align: 'end', priority: 3, cell: ({ attemptCnt }) => attemptCnt },
    { key: 'answer', title: t.deliveries_answer, priority: 2, cell: (delivery) => answerWords(t, delivery) },
    {
      key: 'state',
      title: t.webhooks_state,
      oneLine: true,
      cell: ({ stateCd }) => <StatusDot tone={deliveryTones[stateCd]}>{states[stateCd]}</StatusDot>,
    },
  ]
}
