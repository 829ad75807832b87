import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listSignOnSystems,
  makeClientSecret,
  type PortalAddresses,
  type SignOnSystem,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { DryRunDrawer } from './DryRunDrawer.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { signOnSystemsQuery } from './sign-on-settings-queries.ts'

type DialogState =
  | { kind: 'edit' | 'dry-run' | 'new-secret'; system: SignOnSystem }
  | { kind: 'secret'; system: SignOnSystem; secret: string }
  | null

/** Applications that sign users in with the portal (issue 13). */
export function SignOnSettingsPage() {
  const t = useTexts(signOnSettingPageTexts)
  const { admin_sign_on_settings: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { portal, systems } = useSuspenseQuery(signOnSystemsQuery(uid)).data
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  return (
    <AdminPage title={title} subtitle={t.sso_page_subtitle}>
      <PortalPanel portal={portal} />
      <ListCard>
        <DataTable
          caption={title}
          columns={[
            { key: 'name', title: t.sso_system, cell: ({ systemNm }) => systemNm },
            { key: 'protocol', title: t.sso_protocol, cell: ({ protocolCd }) => t[`sso_protocol_${protocolCd}`] },
            { key: 'id', title: t.sso_application_id, cell: ({ applicationIdTxt }) => applicationIdTxt ?? '–' },
          ]}
          rows={systems}
          rowKey={({ systemId }) => systemId}
          rowName={({ systemNm }) => systemNm}
          rowTarget={(system) => () => setDialog({ kind: 'edit', system })}
          rowActions={(system) => [
            {
              entries: [
                { label: t.sso_edit, icon: 'pencil', onSelect: () => setDialog({ kind: 'edit', system }) },
                { label: t.sso_dry_run, icon: 'eye', onSelect: () => setDialog({ kind: 'dry-run', system }) },
                ...(system.protocolCd === 'oidc'
                  ? [
                      {
                        label: t.sso_new_secret,
                        icon: 'lock' as const,
                        onSelect: () => setDialog({ kind: 'new-secret', system }),
                      },
                    ]
                  : []),
              ],
            },
          ]}
        />
      </ListCard>
      {dialog?.kind === 'edit' && (
        <SettingsDialog
          system={dialog.system}
          onClose={() => setDialog((open) => (open?.kind === 'edit' ? null : open))}
          onSecret={(secret) => setDialog({ kind: 'secret', system: dialog.system, secret })}
        />
      )}
      {dialog?.kind === 'dry-run' && <DryRunDrawer system={dialog.system} onClose={close} />}
      {dialog?.kind === 'new-secret' && (
        <NewSecretDialog
          system={dialog.system}
          onClose={() => setDialog((open) => (open?.kind === 'new-secret' ? null : open))}
          onSecret={(secret) => setDialog({ kind: 'secret', system: dialog.system, secret })}
        />
      )}
      {dialog?.kind === 'secret' && <SecretDialog system={dialog.system} secret={dialog.secret} onClose={close} />}
    </AdminPage>
  )
}

function PortalPanel({ portal }: { portal: PortalAddresses }) {
  const t = useTexts(signOnSettingPageTexts)
  const { copy_refused: failed } = useTexts(generalTexts)
  const rows = [
    [t.sso_portal_metadata, portal.metadataUrl],
    [t.sso_portal_sign_on, portal.signOnUrl],
    [t.sso_portal_issuer, portal.issuerUrl],
  ] as const
  return (
    <Panel title={t.sso_portal_title} help={t.sso_portal_help}>
      {rows.map(([name, address]) => (
        <PanelRow
          key={name}
          title={name}
          action={
            <CopyButton size="s" text={address} label={t.sso_copy} doneLabel={t.sso_copied} failedLabel={failed} />
          }
        >
          <BreakableText>{address}</BreakableText>
        </PanelRow>
      ))}
    </Panel>
  )
}

interface SecretDialogProps {
  system: SignOnSystem
  onClose: () => void
}

function NewSecretDialog({ system, onClose, onSecret }: SecretDialogProps & { onSecret: (secret: string) => void }) {
  const t = useTexts(signOnSettingPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const make = useAction(makeClientSecret, {
    invalidate: [listSignOnSystems],
    success: ({ data }) => {
      onSecret(data.clientSecretTxt)
      return t.sso_secret_made
    },
  })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={formatMessage(t.sso_secret_title, { name: system.systemNm })}
      confirmLabel={t.sso_secret_confirm}
      cancelLabel={cancel}
      onConfirm={() => make.submit({ params: { uid, appSystemId: system.systemId } })}
    >
      <p>{t.sso_secret_body}</p>
    </ConfirmModal>
  )
}

function SecretDialog({ system, secret, onClose }: SecretDialogProps & { secret: string }) {
  const t = useTexts(signOnSettingPageTexts)
  const { close, copy_refused: failed } = useTexts(generalTexts)
  return (
    <Modal
      opened
      title={formatMessage(t.sso_secret_title, { name: system.systemNm })}
      closeLabel={close}
      closesByPressBeside={false}
      onClose={onClose}
    >
      <p>{t.sso_secret_lead}</p>
      <p>
        <code>
          <BreakableText>{secret}</BreakableText>
        </code>
      </p>
      <CopyButton
        text={secret}
        label={t.sso_secret_copy}
        doneLabel={t.sso_copied}
        failedLabel={failed}
        kind="primary"
      />
    </Modal>
  )
}
