import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SignOnSystem } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { ListCard } from '../../patterns/ListCard.tsx'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { ClientSecretDialog, NewSecretDialog, type ShownClientSecret } from './ClientSecretDialogs.tsx'
import { PortalAddressesPanel } from './PortalAddressesPanel.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { signOnSystemsQuery } from './sign-on-settings-queries.ts'

const loadDryRun = () => import('./DryRunDrawer.tsx')

type DialogState =
  | { kind: 'edit' | 'dry-run' | 'new-secret'; system: SignOnSystem }
  | { kind: 'secret'; system: SignOnSystem; secret: ShownClientSecret }
  | null

/** Applications that sign users in with the portal (issue 13). */
export function SignOnSettingsPage() {
  const t = useTexts(signOnSettingPageTexts)
  const { admin_sign_on_settings: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { portal, systems } = useSuspenseQuery(signOnSystemsQuery(uid)).data
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const mark = useManagedMark('singleSignOn', systems, ({ systemId }) => systemId)
  return (
    <AdminPage title={title} subtitle={t.sso_page_subtitle}>
      <PortalAddressesPanel portal={portal} />
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
          rowMark={mark}
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
      {dialog?.kind === 'dry-run' && (
        <KeystrokeBuffer label={t.sso_dry_run_user} load={loadDryRun} onClose={close}>
          {({ DryRunDrawer }, typed) => <DryRunDrawer system={dialog.system} typed={typed} onClose={close} />}
        </KeystrokeBuffer>
      )}
      {dialog?.kind === 'new-secret' && (
        <NewSecretDialog
          system={dialog.system}
          clientIdTxt={dialog.system.applicationIdTxt}
          onClose={() => setDialog((open) => (open?.kind === 'new-secret' ? null : open))}
          onSecret={(secret) => setDialog({ kind: 'secret', system: dialog.system, secret })}
        />
      )}
      {dialog?.kind === 'secret' && (
        <ClientSecretDialog systemNm={dialog.system.systemNm} secret={dialog.secret} onClose={close} />
      )}
    </AdminPage>
  )
}
