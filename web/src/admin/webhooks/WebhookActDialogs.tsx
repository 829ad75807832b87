import * as z from 'zod/mini'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { WEBHOOK_OVERLAP_MAX_HOURS, WEBHOOK_REPLAY_MAX_DAYS } from '@portico/contract/webhooks/webhook-rules.ts'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  type Webhook,
} from '@portico/contract/webhooks/webhooks.ts'
import { call, request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { addDays } from '../../ui/calendar-day.ts'
import { todayInUtc } from '../../ui/day-bounds.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import type { ShownSecret } from './SecretDialog.tsx'

interface WebhookDialogProps {
  webhook: Webhook
  onClose: () => void
}

/** Hours for which a former secret can go on. */
const OVERLAPS = [1, 24, WEBHOOK_OVERLAP_MAX_HOURS]

const rotation = z.object({ overlapHours: z.string() })

/** Makes a new secret, beside which the former one signs for a while. */
export function RotateSecretDialog({
  webhook,
  onClose,
  onSecret,
}: WebhookDialogProps & { onSecret: (secret: ShownSecret) => void }) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { webhookId, webhookNm } = webhook
  const form = useForm({
    schema: rotation,
    initial: { overlapHours: '24' },
    draftKey: `rotate-webhook-${webhookId}`,
    labels: { overlapHours: t.webhook_rotate_overlap },
    invalidate: [listWebhooks],
    save: async ({ overlapHours }) => {
      const body = { overlapHours: Number(overlapHours) }
      onSecret({ webhookNm, ...(await call(rotateWebhookSecret, { params: { uid, webhookId }, body })) })
      return ''
    },
  })
  return (
    <EditDialog
      form={form}
      size="s"
      onClose={onClose}
      title={formatMessage(t.webhook_rotate_title, { name: webhookNm })}
      submitLabel={t.webhook_rotate_submit}
    >
      <p>{t.webhook_rotate_lead}</p>
      <SelectField
        {...form.field('overlapHours')}
        data-autofocus
        optionalMark={undefined}
        options={[
          { value: '0', label: t.webhook_rotate_now },
          ...OVERLAPS.map((hours) => ({
            value: String(hours),
            label: formatMessage(t.webhook_rotate_hours, { hours }),
          })),
        ]}
      />
    </EditDialog>
  )
}

const replay = z.object({ fromDay: day().check(z.minLength(1, { error: 'webhook_replay_day_missing', abort: true })) })

/** Sends everything since a day again. */
export function ReplayDialog({ webhook, onClose }: WebhookDialogProps) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { webhookId, webhookNm } = webhook
  // The server counts days in UTC, too.
  const today = todayInUtc()
  const form = useForm({
    schema: replay,
    initial: { fromDay: today },
    draftKey: `replay-webhook-${webhookId}`,
    messages: t,
    labels: { fromDay: t.webhook_replay_day },
    invalidate: [listWebhooks, listWebhookDeliveries],
    save: async (body) => (await request(replayWebhook, { params: { uid, webhookId }, body })).message,
  })
  return (
    <EditDialog
      form={form}
      size="s"
      onClose={onClose}
      title={formatMessage(t.webhook_replay_title, { name: webhookNm })}
      submitLabel={t.webhook_replay_submit}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <p>{t.webhook_replay_lead}</p>
      <DateField
        {...form.field('fromDay')}
        optionalMark={undefined}
        min={addDays(today, -WEBHOOK_REPLAY_MAX_DAYS)}
        max={today}
      />
    </EditDialog>
  )
}

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { webhookId, webhookNm: name } = webhook
  return (
    <DeleteDialog
      call={deleteWebhook}
      input={{ params: { uid, webhookId } }}
      invalidate={[listWebhooks]}
      title={formatMessage(t.webhook_delete_title, { name })}
      confirmLabel={t.webhook_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onClose={onClose}
    >
      <p>{t.webhook_delete_body}</p>
    </DeleteDialog>
  )
}
