import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  generatePreview,
  getPreview,
  getPrevBranding,
  saveBranding,
} from '@portico/contract/branding/client-branding.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { brandingTexts } from '@portico/contract/branding/branding-texts.ts'
import { clientApplicationTexts } from '@portico/contract/clients/client-application-texts.ts'
import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { Button } from '../../ui/Button.tsx'
import { type Brand, brandOfClient, brandOfPortal } from './brand-form.ts'
import { BrandHistory } from './BrandHistory.tsx'
import classes from './Branding.module.css'
import { clientBrandQuery, clientFactsQuery, clientVersionsQuery, defaultsForClientQuery } from './branding-queries.ts'
import { BrandSettings } from './BrandSettings.tsx'
import { ClientFacts } from './ClientFacts.tsx'
import { clientSettings } from './screen.ts'

const ClientApplicationsTab = lazyPart(
  async () => (await import('../client-applications/ClientApplicationsTab.tsx')).ClientApplicationsTab,
)
const ClientDirectoryTab = lazyPart(
  async () => (await import('../client-directory/ClientDirectoryTab.tsx')).ClientDirectoryTab,
)
const ClientContacts = lazyPart(async () => (await import('../client-contacts/ClientContacts.tsx')).ClientContacts)

const directoryParts = [
  ['directory', 'directory_tab'],
  ['directory-people', 'directory_people_tab'],
  ['directory-attributes', 'directory_attributes_tab'],
  ['directory-requests', 'directory_requests_tab'],
] as const

/** The settings of one client (BRND-013, BRND-014). */
export function ClientSettingsPage() {
  const t = useTexts(brandingPageTexts)
  const { contacts_tab: contacts } = useTexts(clientContactTexts)
  const { client_applications_tab: applications } = useTexts(clientApplicationTexts)
  const { uid, isInternal } = useSignedIn()
  const clientId = usePathId('clientId')
  const client = useSuspenseQuery(clientBrandQuery(uid, clientId)).data
  const { users } = useSuspenseQuery(clientFactsQuery(uid, clientId)).data
  return (
    <AdminPage
      title={client.clientNm}
      subtitle={formatMessage(t.client_settings_subtitle, { name: client.clientNm })}
      actions={
        <Button root={(props) => <Link {...props} to={clientSettings.link()} />}>{t.client_settings_all}</Button>
      }
    >
      <ManagedLine kind="clients" id={clientId} />
      <ClientFacts uid={uid} clientId={clientId} />
      <TabbedPage
        label={t.client_settings_tabs}
        tabs={[
          {
            id: 'branding',
            title: t.client_settings_branding,
            panel: (
              <ClientBrand
                key={clientId}
                uid={uid}
                clientId={clientId}
                name={client.clientNm}
                current={brandOfClient(client)}
              />
            ),
          },
          {
            id: 'history',
            title: t.client_settings_history,
            panel: <ClientHistory uid={uid} clientId={clientId} />,
          },
          ...(users
            ? [
                {
                  id: 'applications' as const,
                  title: applications,
                  panel: (
                    <ClientApplicationsTab key={clientId} clientId={clientId} name={client.clientNm} users={users} />
                  ),
                },
                ...directoryParts.map(([id, title]) => ({
                  id,
                  title: t[title],
                  panel: <ClientDirectoryTab key={clientId} clientId={clientId} name={client.clientNm} part={id} />,
                })),
              ]
            : []),
          ...(isInternal
            ? [
                {
                  id: 'contacts' as const,
                  title: contacts,
                  panel: <ClientContacts key={clientId} clientId={clientId} name={client.clientNm} />,
                },
              ]
            : []),
        ]}
      />
    </AdminPage>
  )
}

interface ClientProps {
  uid: number
  clientId: number
}

function ClientBrand({ uid, clientId, name, current }: ClientProps & { name: string; current: Brand }) {
  const t = useTexts(brandingPageTexts)
  const { admin_one_client_settings: title } = useTexts(adminMenuTexts)
  const { branding_saved: savedMessage } = useTexts(brandingTexts)
  const params = { uid, clientId }
  const defaults = brandOfPortal(useSuspenseQuery(defaultsForClientQuery(uid, clientId)).data)
  return (
    <div className={classes['branded']}>
      <ManagedLine kind="brands" id={clientId} part="branding" />
      <BrandSettings
        title={title}
        name={name}
        submitLabel={t.brand_save_client}
        savedMessage={savedMessage}
        draftKey={`client-settings-${clientId}`}
        current={current}
        defaults={defaults}
        hasDefault
        readPrevious={async () => brandOfClient(await call(getPrevBranding, { params }))}
        readPreview={(fieldName, webSessionId) => call(getPreview, { params, query: { fieldName, webSessionId } })}
        upload={(fieldName, file, webSessionId) =>
          upload(generatePreview, { file, params, fields: { fieldName, webSessionId } })
        }
        save={(fields) => upload(saveBranding, { params, fields })}
      />
    </div>
  )
}

function ClientHistory({ uid, clientId }: ClientProps) {
  const found = useQuery({ ...clientVersionsQuery(uid, clientId), select: (all) => all.map(brandOfClient) })
  return <BrandHistory found={found} />
}
