import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  generateDefaultPreview,
  getDefaultPreview,
  getPrevDefaultBranding,
  saveDefaultBranding,
} from '@portico/contract/branding/default-branding.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { brandingTexts } from '@portico/contract/branding/branding-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { brandOfPortal, shippedBrand } from './brand-form.ts'
import { BrandHistory } from './BrandHistory.tsx'
import { portalBrandQuery, portalVersionsQuery } from './branding-queries.ts'
import { BrandSettings } from './BrandSettings.tsx'

/** The brand of the sign-in page and of clients without their own (DBMT-003, DBMT-035..038). */
export function DefaultBrandingPage() {
  const t = useTexts(brandingPageTexts)
  const { admin_default_branding: title } = useTexts(adminMenuTexts)
  const { default_branding_saved: savedMessage } = useTexts(brandingTexts)
  const { product_name: productName } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const current = brandOfPortal(useSuspenseQuery(portalBrandQuery()).data)
  const params = { uid }
  const brand = (
    <BrandSettings
      title={title}
      name={productName}
      submitLabel={t.brand_save_default}
      savedMessage={savedMessage}
      draftKey="default-branding"
      current={current}
      defaults={shippedBrand}
      hasDefault={false}
      readPrevious={async () => brandOfPortal(await call(getPrevDefaultBranding))}
      readPreview={(fieldName, webSessionId) => call(getDefaultPreview, { params, query: { fieldName, webSessionId } })}
      upload={(fieldName, file, webSessionId) =>
        upload(generateDefaultPreview, { file, params, fields: { fieldName, webSessionId } })
      }
      save={(fields) => upload(saveDefaultBranding, { params, fields })}
    />
  )
  return (
    <AdminPage title={title} subtitle={t.default_branding_subtitle}>
      <ManagedLine kind="brands" id={0} />
      <TabbedPage
        label={title}
        tabs={[
          { id: 'branding', title: t.client_settings_branding, panel: brand },
          { id: 'history', title: t.client_settings_history, panel: <PortalHistory uid={uid} /> },
        ]}
      />
    </AdminPage>
  )
}

function PortalHistory({ uid }: { uid: number }) {
  const found = useQuery({ ...portalVersionsQuery(uid), select: (all) => all.map(brandOfPortal) })
  return <BrandHistory found={found} />
}
