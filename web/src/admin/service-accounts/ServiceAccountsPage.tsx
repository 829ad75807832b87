import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { serviceAccountStates } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import type { ServiceAccount, ServiceToken } from '@portico/contract/service-accounts/service-accounts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { Button } from '../../ui/Button.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { AddServiceAccountDialog } from './AddServiceAccountDialog.tsx'
import { EditServiceAccountDialog } from './EditServiceAccountDialog.tsx'
import { NewTokenDialog, type ShownToken } from './NewTokenDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { RotateTokenDialog } from './RotateTokenDialog.tsx'
import { ServiceAccountDrawer } from './ServiceAccountDrawer.tsx'
import { serviceAccountColumns, stateOf, stateWords } from './service-account-columns.tsx'
import { serviceAccountPages, serviceOptionsQuery } from './service-account-queries.ts'

type DialogState =
  | { kind: 'add' }
  | { kind: 'open' | 'edit' | 'rotate'; account: ServiceAccount }
  | { kind: 'revoke'; account: ServiceAccount; token: ServiceToken | null }
  | { kind: 'token'; token: ShownToken }
  | null

/** Service accounts: the access of programs, and their tokens. */
export function ServiceAccountsPage() {
  const t = useTexts(serviceAccountPageTexts)
  const { admin_service_accounts: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { mayChangeFlg: mayChange } = useSuspenseQuery(serviceOptionsQuery(uid)).data
  const { list, page } = useScreenList(serviceAccountPages)
  const [dialog, setDialog] = useState<DialogState>(null)
  const columns = serviceAccountColumns(t)
  const states = stateWords(t)
  const mark = useManagedMark('serviceAccounts', page.rows, ({ serviceAccountId }) => serviceAccountId)
  return (
    <AdminPage
      title={title}
      subtitle={t.services_subtitle}
      actions={
        <Button
          kind="primary"
          icon="plus"
          disabledReason={mayChange ? undefined : t.services_portal_admin_only}
          onClick={() => setDialog({ kind: 'add' })}
        >
          {t.services_add}
        </Button>
      }
    >
      <FilterBar
        list={list}
        fields={[
          { name: 'name', kind: 'search', label: t.services_search },
          {
            name: 'state',
            kind: 'choice',
            label: t.services_state,
            options: serviceAccountStates.map((code) => ({ value: code, label: states[code] })),
          },
          {
            name: 'scope',
            kind: 'choice',
            label: t.services_scopes,
            options: serviceScopes.map((scope) => ({ value: scope, label: scope })),
          },
        ]}
        columns={columns.slice(1)}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.services_none, hint: t.services_none_hint }}
        caption={title}
        columns={columns}
        rowKey={({ serviceAccountId }) => serviceAccountId}
        rowMark={mark}
        rowName={({ serviceAccountNm }) => serviceAccountNm}
        rowTarget={(account) => () => setDialog({ kind: 'open', account })}
        rowActions={(account) => actionsOf(t, account, { mayChange, open: setDialog })}
      />
      <Dialog dialog={dialog} setDialog={setDialog} mayChange={mayChange} />
    </AdminPage>
  )
}

interface Acting {
  mayChange: boolean
  open: (dialog: DialogState) => void
}

function actionsOf(
  t: Texts<typeof serviceAccountPageTexts>,
  account: ServiceAccount,
  { mayChange, open }: Acting,
): MenuGroup[] {
  const reason = mayChange ? {} : { disabledReason: t.services_portal_admin_only }
  const unlessEnded = account.stateCd === 'ended' ? { disabledReason: stateOf(t, account) } : {}
  return [
    {
      entries: [
        {
          label: account.revokedDt ? t.services_open_revoked : t.services_open,
          icon: 'eye',
          onSelect: () => open({ kind: 'open', account }),
        },
      ],
    },
    {
      ...reason,
      entries: [
        { label: t.services_edit, icon: 'pencil', onSelect: () => open({ kind: 'edit', account }), ...unlessEnded },
        {
          label: t.services_rotate,
          icon: 'refresh',
          onSelect: () => open({ kind: 'rotate', account }),
          ...unlessEnded,
        },
        {
          label: t.services_revoke,
          icon: 'trash',
          tone: 'danger',
          onSelect: () => open({ kind: 'revoke', account, token: null }),
          ...(account.revokedDt ? { disabledReason: t.services_state_revoked } : {}),
        },
      ],
    },
  ]
}

interface DialogProps {
  dialog: DialogState
  setDialog: (next: DialogState | ((open: DialogState) => DialogState)) => void
  mayChange: boolean
}

function Dialog({ dialog, setDialog, mayChange }: DialogProps) {
  if (!dialog) return null
  // A token may have taken the place of the form meanwhile.
  const close = () => setDialog((open) => (open?.kind === dialog.kind ? null : open))
  const onToken = (token: ShownToken) => setDialog({ kind: 'token', token })
  switch (dialog.kind) {
    case 'add':
      return <AddServiceAccountDialog onClose={close} onToken={onToken} />
    case 'edit':
      return <EditServiceAccountDialog account={dialog.account} onClose={close} />
    case 'rotate':
      return <RotateTokenDialog account={dialog.account} onClose={close} onToken={onToken} />
    case 'revoke':
      return <RevokeDialog account={dialog.account} token={dialog.token} onClose={close} />
    case 'token':
      return <NewTokenDialog token={dialog.token} onClose={close} />
    default: {
      const { account } = dialog
      const revoke = (token: ServiceToken) => setDialog({ kind: 'revoke', account, token })
      return <ServiceAccountDrawer account={account} onRevoke={mayChange ? revoke : undefined} onClose={close} />
    }
  }
}
