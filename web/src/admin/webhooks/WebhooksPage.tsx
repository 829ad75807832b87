import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { webhookStates } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Webhook } from '@portico/contract/webhooks/webhooks.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { Button } from '../../ui/Button.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { webhook as webhookScreen } from './screen.ts'
import { SecretDialog, type ShownSecret } from './SecretDialog.tsx'
import { useWebhookActs } from './use-webhook-acts.ts'
import { DeleteWebhookDialog, ReplayDialog, RotateSecretDialog } from './WebhookActDialogs.tsx'
import { webhookColumns } from './webhook-columns.tsx'
import { AddWebhookDialog, EditWebhookDialog } from './WebhookDialog.tsx'
import { webhookOptionsQuery, webhookPages } from './webhook-queries.ts'
import { webhookStateWords, type Words } from './webhook-words.ts'

type DialogState =
  | { kind: 'add' }
  | { kind: 'edit' | 'rotate' | 'replay' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; secret: ShownSecret }
  | null

/** Webhooks: the addresses to which events are sent. */
export function WebhooksPage() {
  const t = useTexts(webhookPageTexts)
  const { admin_webhooks: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { mayChangeFlg: mayChange } = useSuspenseQuery(webhookOptionsQuery(uid)).data
  const { list, page } = useScreenList(webhookPages)
  const [dialog, setDialog] = useState<DialogState>(null)
  const acts = useWebhookActs()
  const columns = webhookColumns(t)
  const states = webhookStateWords(t)
  return (
    <AdminPage
      title={title}
      subtitle={t.webhooks_subtitle}
      actions={
        <Button
          kind="primary"
          icon="plus"
          disabledReason={mayChange ? undefined : t.webhooks_portal_admin_only}
          onClick={() => setDialog({ kind: 'add' })}
        >
          {t.webhooks_add}
        </Button>
      }
    >
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.webhooks_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.webhooks_state,
            options: webhookStates.map((code) => ({ value: code, label: states[code] })),
          },
        ]}
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.webhooks_none, hint: t.webhooks_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ webhookId }) => webhookId}
        rowName={({ webhookNm }) => webhookNm}
        rowTarget={({ webhookId }) => webhookScreen.link({ webhookId })}
        rowActions={(webhook) => actionsOf(t, webhook, { mayChange, acts, open: setDialog })}
      />
      <Dialog dialog={dialog} setDialog={setDialog} />
    </AdminPage>
  )
}

interface Acting {
  mayChange: boolean
  acts: ReturnType<typeof useWebhookActs>
  open: (dialog: DialogState) => void
}

function actionsOf(t: Words, webhook: Webhook, { mayChange, acts, open }: Acting): MenuGroup[] {
  const { enabledFlg: isOn, stateCd } = webhook
  const reason = mayChange ? {} : { disabledReason: t.webhooks_portal_admin_only }
  return [
    {
      ...reason,
      entries: [
        { label: t.webhooks_test, icon: 'external', onSelect: () => void acts.test(webhook) },
        { label: t.webhooks_replay, icon: 'refresh', onSelect: () => open({ kind: 'replay', webhook }) },
      ],
    },
    {
      ...reason,
      entries: [
        { label: t.webhooks_edit, icon: 'pencil', onSelect: () => open({ kind: 'edit', webhook }) },
        ...(isOn
          ? []
          : [
              {
                label: t.webhooks_switch_on,
                icon: 'check',
                onSelect: () => void acts.switchTo(webhook, true),
              } as const,
            ]),
        ...(isOn || stateCd === 'paused'
          ? [
              {
                label: t.webhooks_switch_off,
                icon: 'lock',
                onSelect: () => void acts.switchTo(webhook, false),
              } as const,
            ]
          : []),
        {
          label: t.webhooks_rotate,
          icon: 'key',
          ...(webhook.formatCd === 'signals' && { disabledReason: t.webhooks_signals_no_secret }),
          onSelect: () => open({ kind: 'rotate', webhook }),
        },
        {
          label: t.webhooks_delete,
          icon: 'trash',
          tone: 'danger',
          onSelect: () => open({ kind: 'delete', webhook }),
        },
      ],
    },
  ]
}

interface DialogProps {
  dialog: DialogState
  setDialog: (next: DialogState | ((open: DialogState) => DialogState)) => void
}

function Dialog({ dialog, setDialog }: DialogProps) {
  if (!dialog) return null
  // A secret may have taken the place of the form meanwhile.
  const close = () => setDialog((open) => (open?.kind === dialog.kind ? null : open))
  const onSecret = (secret: ShownSecret) => setDialog({ kind: 'secret', secret })
  switch (dialog.kind) {
    case 'add':
      return <AddWebhookDialog onClose={close} onSecret={onSecret} />
    case 'edit':
      return <EditWebhookDialog webhook={dialog.webhook} onClose={close} />
    case 'rotate':
      return <RotateSecretDialog webhook={dialog.webhook} onClose={close} onSecret={onSecret} />
    case 'replay':
      return <ReplayDialog webhook={dialog.webhook} onClose={close} />
    case 'delete':
      return <DeleteWebhookDialog webhook={dialog.webhook} onClose={close} />
    default:
      return <SecretDialog secret={dialog.secret} onClose={close} />
  }
}
