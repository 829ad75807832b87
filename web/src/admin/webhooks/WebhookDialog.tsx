import * as z from 'zod/mini'
import {
  SIGNAL_AUDIENCE_MAX,
  SIGNAL_AUTHORIZATION_MAX,
  signalSubjects,
} from '@portico/contract/webhooks/signal-rules.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { WEBHOOK_ADDRESS_MAX, WEBHOOK_NAME_MAX, webhookFormats } from '@portico/contract/webhooks/webhook-rules.ts'
import { createWebhook, listWebhooks, updateWebhook, type Webhook } from '@portico/contract/webhooks/webhooks.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { optionalText, requiredText } from '../../patterns/field-schemas.ts'
import { useLocalOptions } from '../../patterns/local-options.ts'
import { useForm } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ShownSecret } from './SecretDialog.tsx'
import { AddressField, EventsField, SignalFields } from './WebhookFields.tsx'
import { webhookEmployersQuery } from './webhook-queries.ts'
import { formatWords, type Words } from './webhook-words.ts'

const changed = {
  webhookNm: requiredText(WEBHOOK_NAME_MAX),
  addressTxt: requiredText(WEBHOOK_ADDRESS_MAX),
  eventList: z.array(z.string()),
  // Of signals; the server refuses an empty audience at its field.
  audienceTxt: optionalText(SIGNAL_AUDIENCE_MAX),
  subjectCd: z.enum(signalSubjects),
  authorizationTxt: optionalText(SIGNAL_AUTHORIZATION_MAX),
}
const knownWebhook = z.object({ ...changed, removesAuthorization: z.boolean() })
const newWebhook = z.object({ ...changed, formatCd: z.enum(webhookFormats), clientId: z.string() })

const labelsOf = (t: Words) => ({
  webhookNm: t.webhooks_name,
  addressTxt: t.webhooks_address,
  eventList: t.webhooks_events,
  audienceTxt: t.webhook_audience,
  subjectCd: t.webhook_subject,
  authorizationTxt: t.webhook_authorization,
})

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
    initial: {
      webhookNm: '',
      formatCd: 'events',
      addressTxt: '',
      eventList: [],
      clientId: '',
      audienceTxt: '',
      subjectCd: 'email',
      authorizationTxt: '',
    },
    draftKey: 'add-webhook',
    labels: { ...labelsOf(t), formatCd: t.webhooks_format, clientId: t.webhooks_for },
    secret: ['authorizationTxt'],
    invalidate: [listWebhooks],
    save: async ({ clientId, audienceTxt, subjectCd, authorizationTxt, ...values }) => {
      const header = authorizationTxt !== '' && { authorizationTxt }
      const signals = values.formatCd === 'signals' && { audienceTxt, subjectCd, ...header }
      const body = { ...values, ...signals, clientId: clientId === '' ? null : Number(clientId) }
      const { data, message } = await request(createWebhook, { params: { uid }, body })
      const { secretTxt } = data
      if (secretTxt !== null) onSecret({ webhookNm: values.webhookNm, secretTxt, formerSecretUntilDt: null })
      return message
    },
  })
  const employers = useLocalOptions(webhookEmployersQuery(uid), ({ clientId, clientNm }) => ({
    value: String(clientId),
    label: clientNm,
  }))
  const { clientId, formatCd, eventList } = form.values
  const isSignals = formatCd === 'signals'
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={t.webhooks_add}
      submitLabel={isSignals ? t.webhook_signals_add_submit : t.webhook_add_submit}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <TextField {...form.field('webhookNm')} help={t.webhook_name_help} data-autofocus />
      <SelectField
        {...form.field('formatCd')}
        help={t.webhook_format_help}
        onChange={({ currentTarget: { value } }) => {
          form.set('formatCd', value === 'signals' ? 'signals' : 'events')
          form.set('eventList', [])
        }}
        options={webhookFormats.map((code) => ({ value: code, label: formatWords(t)[code] }))}
      />
      <AddressField {...form.field('addressTxt')} />
      {isSignals && <SignalFields field={form.field} />}
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
        key={formatCd}
        format={formatCd}
        value={eventList}
        error={form.errorOf('eventList')}
        onChange={(next) => form.set('eventList', next)}
      />
    </EditDialog>
  )
}

/** Changes name, address and events of a webhook, and of signals what is special about them. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { webhookId, webhookNm, formatCd, addressTxt, eventList, audienceTxt, subjectCd, enabledFlg, version } = webhook
  const { authorizationFlg } = webhook
  const isSignals = formatCd === 'signals'
  const form = useForm({
    schema: knownWebhook,
    initial: {
      webhookNm,
      addressTxt,
      eventList: [...eventList],
      audienceTxt: audienceTxt ?? '',
      subjectCd: subjectCd ?? 'email',
      authorizationTxt: '',
      removesAuthorization: false,
    },
    draftKey: `webhook-${webhookId}`,
    loadedVersion: version,
    labels: { ...labelsOf(t), removesAuthorization: t.webhook_authorization_remove },
    secret: ['authorizationTxt'],
    invalidate: [listWebhooks],
    save: async ({ audienceTxt: audience, subjectCd: subject, authorizationTxt, removesAuthorization, ...values }) => {
      const header = removesAuthorization ? null : authorizationTxt
      const signals = isSignals && {
        audienceTxt: audience,
        subjectCd: subject,
        ...(header !== '' && { authorizationTxt: header }),
      }
      const body = { ...values, ...signals, enabledFlg, version }
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
      <AddressField {...form.field('addressTxt')} />
      {isSignals && (
        <SignalFields field={form.field} removal={authorizationFlg ? form.check('removesAuthorization') : undefined} />
      )}
      <EventsField
        format={formatCd}
        value={form.values.eventList}
        error={form.errorOf('eventList')}
        onChange={(next) => form.set('eventList', next)}
      />
    </EditDialog>
  )
}
