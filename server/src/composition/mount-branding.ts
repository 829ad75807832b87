import { areas } from '@portico/contract/areas.ts'
import { brandsOf } from '../areas/branding/brand-list.ts'
import { brandingHandlers } from '../areas/branding/branding-handlers.ts'
import { clientBrandingHandlers } from '../areas/branding/client-branding-handlers.ts'
import { defaultBrandingHandlers } from '../areas/branding/default-branding-handlers.ts'
import { clientContactHandlers } from '../areas/contact/client-contact-handlers.ts'
import { homeHandlers } from '../areas/home/home-handlers.ts'
import { tileImageHandlers } from '../areas/home/tile-image-handlers.ts'
import { tileImages } from '../areas/home/tile-images.ts'
import type { Db } from '../db/database.ts'
import { mountArea } from '../http/mount-area.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import type { Transact } from '../stores.ts'

interface BrandingDeps {
  db: Db
  transact: Transact
}

/** Brands as users see them, and the settings of clients: brands and contacts. */
export function mountBranding(app: HttpServer, guards: RequestGuards, { db, transact }: BrandingDeps): void {
  const brands = brandsOf(db)
  const administration = { db, transact, onChanged: () => brands.clear() }
  mountArea(app, guards, areas.branding, brandingHandlers({ db, brands }))
  mountArea(app, guards, areas['client-branding'], clientBrandingHandlers(administration))
  mountArea(app, guards, areas['client-contacts'], clientContactHandlers({ db, transact }))
  mountArea(app, guards, areas['default-branding'], defaultBrandingHandlers(administration))
}

/** The home page with its tiles, and the administration of their images. */
export function mountTiles(app: HttpServer, guards: RequestGuards, { db, transact }: BrandingDeps): void {
  const images = tileImages(db)
  mountArea(app, guards, areas.home, homeHandlers({ db, transact, images }))
  mountArea(app, guards, areas['tile-images'], tileImageHandlers({ db, transact, onChanged: () => images.forget() }))
}
