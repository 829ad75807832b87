import { areas } from '@portico/contract/areas.ts'
import { brandsOf } from '../areas/branding/brand-list.ts'
import { brandingHandlers } from '../areas/branding/branding-handlers.ts'
import { clientBrandingHandlers } from '../areas/branding/client-branding-handlers.ts'
import { defaultBrandingHandlers } from '../areas/branding/default-branding-handlers.ts'
import { clientApplicationHandlers } from '../areas/clients/client-application-handlers.ts'
import { clientHandlers } from '../areas/clients/client-handlers.ts'
import { clientContactHandlers } from '../areas/contact/client-contact-handlers.ts'
import { homeHandlers } from '../areas/home/home-handlers.ts'
import { tileImageHandlers } from '../areas/home/tile-image-handlers.ts'
import { tileImages } from '../areas/home/tile-images.ts'
import type { Db } from '../db/database.ts'
import { mountArea } from '../http/mount.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'

interface BrandingDeps {
  db: Db
}

/** Brands as users see them, and the settings of clients: brands, contacts and applications. */
export function mountBranding(
  app: HttpServer,
  guards: RequestGuards,
  { db, timeZone }: BrandingDeps & { timeZone: string },
): void {
  const brands = brandsOf(db)
  const administration = { db, onChanged: () => brands.clear() }
  mountArea(app, guards, areas.branding, brandingHandlers({ db, brands }))
  mountArea(app, guards, areas['client-branding'], clientBrandingHandlers({ ...administration, timeZone }))
  mountArea(app, guards, areas['client-applications'], clientApplicationHandlers({ db }))
  mountArea(app, guards, areas['client-contacts'], clientContactHandlers({ db }))
  mountArea(app, guards, areas.clients, clientHandlers({ db }))
  mountArea(app, guards, areas['default-branding'], defaultBrandingHandlers(administration))
}

/** The home page with its tiles, and the administration of their images. */
export function mountTiles(app: HttpServer, guards: RequestGuards, { db }: BrandingDeps): void {
  const images = tileImages(db)
  mountArea(app, guards, areas.home, homeHandlers({ db, images }))
  mountArea(app, guards, areas['tile-images'], tileImageHandlers({ db, onChanged: () => images.forget() }))
}
