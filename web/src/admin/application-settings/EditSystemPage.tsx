import { useSuspenseQuery } from '@tanstack/react-query'
import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { getSystem, listSystems, updateSystem } from '@portico/contract/catalog/catalog-systems.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { logoutAddressTexts } from '@portico/contract/logout-chain/logout-address-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { TextField } from '../../ui/TextField.tsx'
import { LogoutAddressField } from '../logout-address/LogoutAddressField.tsx'
import { systemQuery } from '../application-search/application-queries.ts'
import classes from './ApplicationSettings.module.css'
import { FacilityField } from './FacilityField.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { SoftwareField } from './SoftwareField.tsx'
import { knownSystemSchema } from './system-form.ts'

/** Changes a system, on the screen of the applications (CATA-009, CATA-015). */
export function EditSystemPage() {
  const { admin_edit_system: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const systemId = usePathId('systemId')
  const system = useSuspenseQuery(systemQuery(uid, systemId)).data
  return (
    <SettingsPage title={title} subtitle={system.systemNm}>
      <ManagedLine kind="systems" id={systemId} />
      <SystemForm key={systemId} system={system} />
    </SettingsPage>
  )
}

function SystemForm({ system }: { system: CatalogSystem }) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const { logout_address: logoutLabel } = useTexts(logoutAddressTexts)
  const { systemId, systemNm, facilityCd, browserLogoutUrl, cmrCenterExtlSoftware, protectedFlg, version } = system
  const form = useForm({
    schema: knownSystemSchema,
    initial: {
      systemNm,
      facilityCd: facilityCd ?? '',
      browserLogoutUrl: browserLogoutUrl ?? '',
      cmrCenterExtlSoftware,
    },
    draftKey: `system-${systemId}`,
    loadedVersion: version,
    labels: {
      systemNm: t.system_name,
      facilityCd: t.system_facility,
      browserLogoutUrl: logoutLabel,
      cmrCenterExtlSoftware: t.system_software,
    },
    save: async (values) => {
      const body = { ...values, cmrCenterExtlSoftware: [...values.cmrCenterExtlSoftware], version }
      const { message } = await request(updateSystem, { params: { uid, systemId }, body })
      return message
    },
    reload: () => Promise.all([getSystem, listSystems].map(invalidate)),
  })
  return (
    <div className={classes['panel']}>
      <FormPanel title={t.system_edit} form={form} submitLabel={t.system_save}>
        {!protectedFlg && (
          <>
            <TextField {...form.field('systemNm')} />
            <FacilityField form={form} />
            <LogoutAddressField form={form} system={system} />
          </>
        )}
        <SoftwareField
          names={form.values.cmrCenterExtlSoftware}
          error={form.errorOf('cmrCenterExtlSoftware')}
          onChange={(next) => form.set('cmrCenterExtlSoftware', next)}
        />
      </FormPanel>
    </div>
  )
}
