import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrandedClient } from '@portico/contract/branding/client-branding.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { clientTexts } from '@portico/contract/clients/client-texts.ts'
import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { brandedClientPages } from './branding-queries.ts'
import { Swatches } from './BrandHistory.tsx'
import classes from './Branding.module.css'
import { settingsOfClient } from './screen.ts'

const loadDialog = async () => (await import('./AddClientDialog.tsx')).AddClientDialog
const DefaultContacts = lazyPart(async () => (await import('../client-contacts/DefaultContacts.tsx')).DefaultContacts)

/** The clients whose settings can be changed: here one is chosen (BRND-015). Staff also name the default contacts. */
export function BrandedClientsPage() {
  const t = useTexts(brandingPageTexts)
  const contacts = useTexts(clientContactTexts)
  const { admin_client_settings: title } = useTexts(adminMenuTexts)
  const { client_add: add, client_name: name } = useTexts(clientTexts)
  const { isInternal } = useSignedIn()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  return (
    <AdminPage
      title={title}
      subtitle={t.clients_subtitle}
      actions={
        isInternal && (
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {add}
          </Button>
        )
      }
    >
      {isAdding && (
        <KeystrokeBuffer label={name} load={loadDialog} onClose={close}>
          {(AddClientDialog, typed) => <AddClientDialog typed={typed} onClose={close} />}
        </KeystrokeBuffer>
      )}
      {isInternal ? (
        <TabbedPage
          label={title}
          tabs={[
            { id: 'clients', title: contacts.contacts_clients_tab, panel: <ClientList title={title} /> },
            { id: 'contacts', title: contacts.contacts_default_tab, panel: <DefaultContacts /> },
          ]}
        />
      ) : (
        <ClientList title={title} />
      )}
    </AdminPage>
  )
}

function ClientList({ title }: { title: string }) {
  const t = useTexts(brandingPageTexts)
  const navigate = useNavigate()
  const { list, page } = useScreenList(brandedClientPages)
  const mark = useManagedMark('clients', page.rows, ({ clientId }) => clientId)
  return (
    <div className={classes['clients']}>
      <FilterBar list={list} fields={[{ name: 'name', kind: 'search', label: t.clients_search }]} />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.clients_none, hint: t.clients_none_hint }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ clientId }) => clientId}
        rowMark={mark}
        rowName={({ clientNm }) => clientNm}
        rowTarget={({ clientId }) => settingsOfClient.link({ clientId })}
        rowActions={({ clientId }) => [
          {
            entries: [
              {
                label: t.clients_open,
                icon: 'settings',
                onSelect: () => void navigate({ href: settingsOfClient.link({ clientId }) }),
              },
            ],
          },
        ]}
      />
    </div>
  )
}

const columnsOf = (t: Texts<typeof brandingPageTexts>): Column<BrandedClient>[] => [
  {
    key: 'clientNm',
    title: t.clients_client,
    sortable: true,
    cell: ({ clientNm }) => clientNm,
  },
  {
    key: 'branding',
    title: t.clients_branding,
    cell: ({ clientColorTxt: color, clientPryButtonColorTxt: buttonColor, brandingModeCd }) =>
      brandingModeCd === 'default' ? t.brand_mode_default : <Swatches color={color} buttonColor={buttonColor} />,
  },
  {
    key: 'changedDt',
    title: t.clients_changed,
    sortable: true,
    cell: ({ changedDt, changedByNm }) => {
      if (!changedDt) return '–'
      const when = formatInstant(changedDt)
      return changedByNm === null ? when : formatMessage(t.clients_changed_by, { when, name: changedByNm })
    },
  },
]
