import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteSamlIdentityProvider,
  listSamlIdentityProviders,
  restoreSamlIdentityProvider,
  type SamlIdentityProvider,
  startSignInTest,
} from '@portico/contract/federation/identity-providers.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { identityProviderPageTexts } from '@portico/contract/federation/identity-provider-page-texts.ts'
import { signInTestTexts } from '@portico/contract/federation/sign-in-test-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import type { Column } from '../../patterns/column.ts'
import { DataTable } from '../../patterns/DataTable.tsx'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { idFilter, screenSearch, useScreenSearch } from '../../patterns/list-search.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDayOf } from '../../ui/format.ts'
import { CertificateEnd } from './CertificateEnd.tsx'
import { CompanyDirectoryPanel } from './CompanyDirectoryPanel.tsx'
import { EmployersDialog } from './EmployersDialog.tsx'
import { providerClientsQuery, providersQuery } from './identity-provider-queries.ts'
import { ProviderDialog } from './ProviderDialog.tsx'
import { SignInTestResult } from './SignInTestResult.tsx'
import { StartTestDialog } from './StartTestDialog.tsx'

type DialogState = { kind: 'add' } | { kind: 'edit' | 'employers' | 'test' | 'delete'; provider: SamlIdentityProvider }

/** Search params of the screen: the test sign-in whose result is shown. */
const testSearch = screenSearch({ test: idFilter() })

/** The identity providers of employers (DBMT-063..065), and in their place the result of a test sign-in. */
export function IdentityProvidersPage() {
  const { test } = useScreenSearch(testSearch)
  return test === undefined ? <ProviderList /> : <SignInTestResult testId={test} />
}

function ProviderList() {
  const t = useTexts(identityProviderPageTexts)
  const { sign_in_test: testLabel } = useTexts(signInTestTexts)
  const { admin_identity_providers: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const providers = useSuspenseQuery(providersQuery()).data
  const clients = useSuspenseQuery(providerClientsQuery(uid)).data
  const mark = useManagedMark('identityProviders', providers, ({ samlIdentityProviderId }) => samlIdentityProviderId)
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const nameOf = (id: number) => clients.find(({ clientId }) => clientId === id)?.clientNm
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'add' })}>
      {t.providers_add}
    </Button>
  )
  return (
    <AdminPage title={title} subtitle={t.providers_subtitle} actions={providers.length > 0 && add}>
      <ListCard>
        {providers.length === 0 ? (
          <EmptyState drawing="list" title={t.providers_none} hint={t.providers_none_hint} action={add} />
        ) : (
          <DataTable
            caption={title}
            columns={columnsOf(t, nameOf)}
            rows={providers}
            rowKey={({ samlIdentityProviderId }) => samlIdentityProviderId}
            rowMark={mark}
            rowName={({ samlIdentityProviderNm }) => samlIdentityProviderNm}
            rowTarget={(provider) => () => setDialog({ kind: 'edit', provider })}
            rowActions={(provider) => [
              {
                entries: [
                  { label: t.providers_edit, icon: 'pencil', onSelect: () => setDialog({ kind: 'edit', provider }) },
                  {
                    label: t.providers_choose_employers,
                    icon: 'users',
                    onSelect: () => setDialog({ kind: 'employers', provider }),
                  },
                  { label: testLabel, icon: 'check', onSelect: () => setDialog({ kind: 'test', provider }) },
                ],
              },
              {
                entries: [
                  {
                    label: t.providers_delete,
                    icon: 'trash',
                    tone: 'danger',
                    onSelect: () => setDialog({ kind: 'delete', provider }),
                  },
                ],
              },
            ]}
          />
        )}
      </ListCard>
      <CompanyDirectoryPanel />
      {dialog && <OpenDialog dialog={dialog} providers={providers} onClose={() => setDialog(null)} />}
    </AdminPage>
  )
}

interface OpenDialogProps {
  dialog: DialogState
  providers: readonly SamlIdentityProvider[]
  onClose: () => void
}

function OpenDialog({ dialog, providers, onClose }: OpenDialogProps) {
  const { kind } = dialog
  const opened = dialog.kind === 'add' ? null : dialog.provider
  const provider = useCurrentRow(opened, providers, ({ samlIdentityProviderId }) => samlIdentityProviderId)
  if (provider === null) return <ProviderDialog provider={null} onClose={onClose} />
  if (kind === 'edit') return <ProviderDialog provider={provider} onClose={onClose} />
  if (kind === 'employers') return <EmployersDialog provider={provider} onClose={onClose} />
  if (kind === 'test') return <ProviderTestDialog provider={provider} onClose={onClose} />
  return <DeleteProviderDialog provider={provider} onClose={onClose} />
}

function ProviderTestDialog({ provider, onClose }: { provider: SamlIdentityProvider; onClose: () => void }) {
  const { uid } = useSignedIn()
  const { samlIdentityProviderId: providerId, samlIdentityProviderNm: name } = provider
  const begin = () => call(startSignInTest, { params: { uid, providerId } })
  return <StartTestDialog name={name} begin={begin} onClose={onClose} />
}

function DeleteProviderDialog({ provider, onClose }: { provider: SamlIdentityProvider; onClose: () => void }) {
  const t = useTexts(identityProviderPageTexts)
  const { uid } = useSignedIn()
  const { samlIdentityProviderId: providerId, samlIdentityProviderNm: name, employerIdList, version } = provider
  return (
    <DeleteDialog
      title={formatMessage(t.provider_delete_title, { name })}
      confirmLabel={t.provider_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.record}
      call={deleteSamlIdentityProvider}
      input={{ params: { uid, providerId }, query: { version } }}
      invalidate={[listSamlIdentityProviders]}
      success={t.provider_deleted}
      undo={async ({ data: { undoId } }) => {
        await call(restoreSamlIdentityProvider, { params: { uid }, body: { undoId } })
        return t.provider_restored
      }}
      onClose={onClose}
    >
      <p>{formatMessage(t.provider_delete_body, { count: employerIdList.length })}</p>
    </DeleteDialog>
  )
}

const columnsOf = (
  t: Texts<typeof identityProviderPageTexts>,
  nameOf: (clientId: number) => string | undefined,
): Column<SamlIdentityProvider>[] => [
  { key: 'name', title: t.providers_name, cell: ({ samlIdentityProviderNm }) => samlIdentityProviderNm },
  { key: 'entity', title: t.providers_entity, cell: ({ entityIdTxt }) => entityIdTxt },
  {
    key: 'employers',
    title: t.providers_employers,
    cell: ({ employerIdList }) => {
      const names = employerIdList.flatMap((id) => nameOf(id) ?? [])
      return names.length > 0 ? names.join(', ') : t.providers_no_employers
    },
  },
  {
    key: 'certificate',
    oneLine: true,
    title: t.providers_certificate,
    cell: ({ certExpireDt }) => <CertificateEnd at={certExpireDt} />,
  },
  {
    key: 'previous',
    priority: 2,
    oneLine: true,
    title: t.providers_previous,
    cell: ({ prevCertExpireDt }) => (prevCertExpireDt ? formatDayOf(prevCertExpireDt) : '–'),
  },
]
