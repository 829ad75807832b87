import * as z from 'zod/mini'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { WEBHOOK_ADDRESS_MAX, WEBHOOK_NAME_MAX } from '@portico/contract/webhooks/webhook-rules.ts'
import { createWebhook, listWebhooks, updateWebhook, type Webhook } from '@portico/contract/webhooks/webhooks.ts'
import { call, request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredText } from '../../patterns/field-schemas.ts'
import { loadFrom, useLocalOptions } from '../../patterns/local-options.ts'
import { useForm } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'
import type { ShownSecret } from './SecretDialog.tsx'
import { webhookEmployersQuery } from './webhook-queries.ts'
import { eventName, eventOptions } from './webhook-words.ts'

const changed = {
  webhookNm: requiredText(WEBHOOK_NAME_MAX),
  addressTxt: requiredText(WEBHOOK_ADDRESS_MAX),
  eventList: z.array(z.string()),
}
const knownWebhook = z.object(changed)
const newWebhook = z.object({ ...changed, clientId: z.string() })

interface AddWebhookDialogProps {
  onClose: () => void
  /** Called with the secret, which is stated this once. */
  onSecret: (secret: ShownSecret) => void
}

/** Adds a webhook. */
export function AddWebhookDialog({ onClose, onSecret }: AddWebhookDialogProps) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: newWebhook,
    initial: { webhookNm: '', addressTxt: '', eventList: [], clientId: '' },
    draftKey: 'add-webhook',
    labels: {
      webhookNm: t.webhooks_name,
      addressTxt: t.webhooks_address,
      eventList: t.webhooks_events,
      clientId: t.webhooks_for,
    },
    invalidate: [listWebhooks],
    save: async ({ clientId, ...values }) => {
      const body = { ...values, clientId: clientId === '' ? null : Number(clientId) }
      const { secretTxt } = await call(createWebhook, { params: { uid }, body })
      onSecret({ webhookNm: values.webhookNm, secretTxt, formerSecretUntilDt: null })
      return ''
    },
  })
  const employers = useLocalOptions(webhookEmployersQuery(uid), ({ clientId, clientNm }) => ({
    value: String(clientId),
    label: clientNm,
  }))
  const { clientId, eventList } = form.values
  return (
    <EditDialog form={form} size="l" onClose={onClose} title={t.webhooks_add} submitLabel={t.webhook_add_submit}>
      <TextField {...form.field('webhookNm')} help={t.webhook_name_help} data-autofocus />
      <TextField {...form.field('addressTxt')} help={t.webhook_address_help} inputMode="url" spellCheck={false} />
      <Combobox
        name="clientId"
        label={t.webhooks_for}
        help={t.webhook_client_help}
        error={form.errorOf('clientId')}
        queryName="webhook-employers"
        load={employers.load}
        selected={employers.selected(clientId === '' ? [] : [clientId])}
        onChange={([option]) => form.set('clientId', option?.value ?? '')}
      />
      <EventsField
        value={eventList}
        error={form.errorOf('eventList')}
        onChange={(next) => form.set('eventList', next)}
      />
    </EditDialog>
  )
}

/** Changes name, address and events of a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { webhookId, webhookNm, addressTxt, eventList, enabledFlg, version } = webhook
  const form = useForm({
    schema: knownWebhook,
    initial: { webhookNm, addressTxt, eventList: [...eventList] },
    draftKey: `webhook-${webhookId}`,
    loadedVersion: version,
    labels: { webhookNm: t.webhooks_name, addressTxt: t.webhooks_address, eventList: t.webhooks_events },
    invalidate: [listWebhooks],
    save: async (values) => {
      const body = { ...values, enabledFlg, version }
      return (await request(updateWebhook, { params: { uid, webhookId }, body })).message
    },
  })
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.webhook_edit_title, { name: webhookNm })}
      submitLabel={t.webhook_edit_submit}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <p>{t.webhook_edit_lead}</p>
      <TextField {...form.field('webhookNm')} help={t.webhook_name_help} data-autofocus />
      <TextField {...form.field('addressTxt')} help={t.webhook_address_help} inputMode="url" spellCheck={false} />
      <EventsField
        value={form.values.eventList}
        error={form.errorOf('eventList')}
        onChange={(next) => form.set('eventList', next)}
      />
    </EditDialog>
  )
}

interface EventsFieldProps {
  value: readonly string[]
  error: string | undefined
  onChange: (next: string[]) => void
}

/** Events to choose by their names; none means all. */
function EventsField({ value, error, onChange }: EventsFieldProps) {
  const t = useTexts(webhookPageTexts)
  return (
    <Combobox
      name="eventList"
      label={t.webhooks_events}
      help={t.webhook_events_help}
      error={error}
      multiple
      queryName="webhook-events"
      load={loadFrom(eventOptions)}
      selected={value.map((code) => ({ value: code, label: eventName(code) }))}
      onChange={(options) => onChange(options.map((option) => option.value))}
    />
  )
}
