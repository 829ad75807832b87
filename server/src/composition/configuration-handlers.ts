import { areas } from '@portico/contract/areas.ts'
import { type Endpoint, isEndpoint } from '@portico/contract/kit/endpoint.ts'
import { brandsOf } from '../areas/branding/brand-list.ts'
import { brandingHandlers } from '../areas/branding/branding-handlers.ts'
import { clientBrandingHandlers } from '../areas/branding/client-branding-handlers.ts'
import { defaultBrandingHandlers } from '../areas/branding/default-branding-handlers.ts'
import { catalogHandlers } from '../areas/catalog/catalog-handlers.ts'
import { sectionHandlers } from '../areas/catalog/section-handlers.ts'
import { systemHandlers } from '../areas/catalog/system-handlers.ts'
import { clientHandlers } from '../areas/clients/client-handlers.ts'
import { customerHandlers } from '../areas/customers/customer-handlers.ts'
import type { ErasedHandler, HandlersByEndpoint } from '../configuration/configuration-calls.ts'
import { identityProviderHandlers } from '../areas/federation/identity-provider-handlers.ts'
import { jobHandlers } from '../areas/jobs/job-handlers.ts'
import { permissionSetHandlers } from '../areas/permission-sets/permission-set-handlers.ts'
import { employerSettingHandlers, referenceDataHandlers } from '../areas/reference-data/reference-data-handlers.ts'
import { directoryGroupHandlers } from '../areas/scim/access/directory-group-handlers.ts'
import { groupPlanHandlers } from '../areas/scim/access/group-plan-handlers.ts'
import { directoryAttributeHandlers } from '../areas/scim/mapping/directory-attribute-handlers.ts'
import { serviceAccountHandlers } from '../areas/service-accounts/service-account-handlers.ts'
import { signOnSettingsHandlers } from '../areas/sign-on-settings/sign-on-settings-handlers.ts'
import { ssoMappingHandlers } from '../areas/sso-mappings/sso-mapping-handlers.ts'
import { resourceTextHandlers } from '../areas/texts/resource-text-handlers.ts'
import { textService } from '../areas/texts/text-service.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import type { StreamRows } from '../db/row-stream.ts'
import type { Handlers } from '../http/handlers.ts'
import { createPhoneNumbers } from './phone-numbers.ts'

/** The handlers of the calls that files of configuration make, on one database: wired as for requests. */
export function configurationHandlers(db: Db, config: Config): HandlersByEndpoint {
  const texts = textService(db, config.language)
  const keys = keyRing(config.secretKeys)
  const reference = { db, texts, keys }
  const { publicUrl } = config
  // No directory sends requests here, whose log would have to be written first.
  const directory = { db, origin: publicUrl.origin, requests: { settled: () => Promise.resolve() } }
  const timeZone = config.businessTimeZone
  // Nodes read a changed brand again by themselves.
  const branding = { db, timeZone, onChanged: () => {} }
  return new Map([
    ...pairs(areas.branding, brandingHandlers({ db, brands: brandsOf(db) })),
    ...pairs(areas['client-branding'], clientBrandingHandlers(branding)),
    ...pairs(areas['default-branding'], defaultBrandingHandlers(branding)),
    ...pairs(areas['permission-sets'], permissionSetHandlers({ db, texts, stream: noStream })),
    ...pairs(areas['resource-texts'], resourceTextHandlers({ db, texts })),
    ...pairs(areas['identity-providers'], identityProviderHandlers({ db, config })),
    ...pairs(areas['sign-on-settings'], signOnSettingsHandlers({ db, publicUrl })),
    ...pairs(areas['sso-mappings'], ssoMappingHandlers({ db })),
    ...pairs(areas['service-accounts'], serviceAccountHandlers({ db, keys })),
    ...pairs(areas['directory-groups'], directoryGroupHandlers(directory)),
    ...pairs(areas['directory-group-plans'], groupPlanHandlers({ db, texts, stream: noStream })),
    ...pairs(
      areas['directory-attributes'],
      directoryAttributeHandlers({ db, texts, phones: createPhoneNumbers(config) }),
    ),
    ...pairs(areas.jobs, jobHandlers({ db, texts, timeZone })),
    ...pairs(areas.clients, clientHandlers({ db })),
    ...pairs(areas['user-customers'], customerHandlers({ db })),
    ...pairs(areas.catalog, catalogHandlers({ db })),
    ...pairs(areas['catalog-sections'], sectionHandlers({ db })),
    ...pairs(areas['catalog-systems'], systemHandlers({ db, publicUrl })),
    ...pairs(areas['reference-data'], referenceDataHandlers(reference)),
    ...pairs(areas['employer-settings'], employerSettingHandlers(reference)),
  ])
}

/** Files of configuration download nothing. */
const noStream: StreamRows = () => Promise.reject(new Error('No rows are streamed within a transaction'))

/** Each endpoint of an area with its handler. */
function pairs<Module extends object>(contract: Module, handlers: Handlers<Module>): [Endpoint, ErasedHandler][] {
  const byName = handlers as Readonly<Record<string, ErasedHandler>>
  return Object.entries(contract).flatMap(([name, endpoint]) => {
    const handler = byName[name]
    return isEndpoint(endpoint) && handler ? [[endpoint, handler] satisfies [Endpoint, ErasedHandler]] : []
  })
}
