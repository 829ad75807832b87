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
import type { ErasedHandler, HandlersByEndpoint } from '../configuration/configuration-calls.ts'
import { jobHandlers } from '../areas/jobs/job-handlers.ts'
import { permissionSetHandlers } from '../areas/permission-sets/permission-set-handlers.ts'
import { employerSettingHandlers, referenceDataHandlers } from '../areas/reference-data/reference-data-handlers.ts'
import { resourceTextHandlers } from '../areas/texts/resource-text-handlers.ts'
import { textService } from '../areas/texts/text-service.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'

/** The handlers of the calls that files of configuration make, on one database: wired as for requests. */
export function configurationHandlers(db: Db, config: Config): HandlersByEndpoint {
  const texts = textService(db, config.language)
  const reference = { db, texts, keys: keyRing(config.secretKeys) }
  const timeZone = config.businessTimeZone
  // Nodes read a changed brand again by themselves.
  const branding = { db, timeZone, onChanged: () => {} }
  return new Map([
    ...pairs(areas.branding, brandingHandlers({ db, brands: brandsOf(db) })),
    ...pairs(areas['client-branding'], clientBrandingHandlers(branding)),
    ...pairs(areas['default-branding'], defaultBrandingHandlers(branding)),
    ...pairs(areas['permission-sets'], permissionSetHandlers({ db, texts })),
    ...pairs(areas['resource-texts'], resourceTextHandlers({ db, texts })),
    ...pairs(areas.jobs, jobHandlers({ db, texts, timeZone })),
    ...pairs(areas.clients, clientHandlers({ db })),
    ...pairs(areas.catalog, catalogHandlers({ db })),
    ...pairs(areas['catalog-sections'], sectionHandlers({ db })),
    ...pairs(areas['catalog-systems'], systemHandlers({ db, publicUrl: config.publicUrl })),
    ...pairs(areas['reference-data'], referenceDataHandlers(reference)),
    ...pairs(areas['employer-settings'], employerSettingHandlers(reference)),
  ])
}

/** Each endpoint of an area with its handler. */
function pairs<Module extends object>(contract: Module, handlers: Handlers<Module>): [Endpoint, ErasedHandler][] {
  const byName = handlers as Readonly<Record<string, ErasedHandler>>
  return Object.entries(contract).flatMap(([name, endpoint]) => {
    const handler = byName[name]
    return isEndpoint(endpoint) && handler ? [[endpoint, handler] satisfies [Endpoint, ErasedHandler]] : []
  })
}
