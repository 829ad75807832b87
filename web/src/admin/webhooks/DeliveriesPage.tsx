import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { deliveryStates } from '@portico/contract/webhooks/webhook-rules.ts'
import type { WebhookDelivery } from '@portico/contract/webhooks/webhooks.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { webhooks } from './screen.ts'
import { useWebhookActs } from './use-webhook-acts.ts'
import { deliveryColumns } from './webhook-columns.tsx'
import { deliveriesQuery, deliverySearch, everyWebhookQuery, webhookOptionsQuery } from './webhook-queries.ts'
import { deliveryStateWords, eventOptions, sentName, signalOptions } from './webhook-words.ts'

/** The delivery log of one webhook. */
export function DeliveriesPage() {
  const t = useTexts(webhookPageTexts)
  const { admin_webhook: untitled } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const webhookId = usePathId('webhookId')
  const webhook = useSuspenseQuery(everyWebhookQuery(uid)).data.find((one) => one.webhookId === webhookId)
  const { mayChangeFlg: mayChange } = useSuspenseQuery(webhookOptionsQuery(uid)).data
  const list = useListSearch(deliverySearch)
  const page = useListPage(deliveriesQuery(uid, webhookId, list))
  const [open, setOpen] = useState<WebhookDelivery | null>(null)
  const { resend } = useWebhookActs()
  const format = webhook?.formatCd
  const nameOf = (delivery: WebhookDelivery) => sentName(t, format, delivery)
  const columns = deliveryColumns(t, format)
  const states = deliveryStateWords(t)
  const title = webhook?.webhookNm ?? untitled
  const reason = mayChange ? {} : { disabledReason: t.webhooks_portal_admin_only }
  return (
    <AdminPage
      title={title}
      subtitle={webhook && formatMessage(t.deliveries_subtitle, { address: webhook.addressTxt })}
      actions={<Button root={(props) => <Link {...props} to={webhooks.link()} />}>{t.webhooks_back}</Button>}
    >
      <FilterBar
        list={list}
        fields={[
          {
            name: 'state',
            kind: 'choice',
            label: t.webhooks_state,
            options: deliveryStates.map((code) => ({ value: code, label: states[code] })),
          },
          {
            name: 'event',
            kind: 'choice',
            label: t.deliveries_event,
            options: format === 'signals' ? signalOptions(t) : eventOptions(),
          },
        ]}
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.deliveries_none }}
        caption={title}
        columns={columns}
        rowKey={({ deliveryId }) => deliveryId}
        rowName={(delivery) =>
          formatMessage(t.deliveries_row, { event: nameOf(delivery), moment: formatInstant(delivery.createdDt) })
        }
        rowTarget={(delivery) => () => setOpen(delivery)}
        rowActions={({ deliveryId, auditEventId }) => [
          {
            ...(auditEventId === null ? { disabledReason: t.delivery_test_once } : reason),
            entries: [{ label: t.delivery_again, icon: 'refresh', onSelect: () => void resend(webhookId, deliveryId) }],
          },
        ]}
      />
      {open && (
        <DeliveryDrawer webhookId={webhookId} delivery={open} title={nameOf(open)} onClose={() => setOpen(null)} />
      )}
    </AdminPage>
  )
}
