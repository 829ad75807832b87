import { areas } from '@portico/contract/areas.ts'
import { HAND_OFF_PATH, handOffSeals } from '../areas/single-sign-on/hand-off.ts'
import { signingKeys } from '../areas/signing-keys/public.ts'
import { identityProviderAt, singleSignOnHandlers } from '../areas/single-sign-on/single-sign-on-handlers.ts'
import { signOnSettingsHandlers } from '../areas/sign-on-settings/sign-on-settings-handlers.ts'
import type { TextService } from '../areas/texts/text-service.ts'
import type { Config } from '../config/config.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import { serveHandOff } from '../http/hand-off-page.ts'
import { mountArea } from '../http/mount.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import type { Logger } from '../logging.ts'

interface SingleSignOnMountDeps {
  config: Config
  logger: Logger
  db: Db
  keys: KeyRing
  texts: TextService
}

/** Mounts the portal as identity provider of its applications, and their settings. */
export function mountSingleSignOn(
  app: HttpServer,
  guards: RequestGuards,
  { config, logger, db, keys, texts }: SingleSignOnMountDeps,
): void {
  const seals = handOffSeals(keys)
  const handlers = singleSignOnHandlers({
    db,
    seals,
    keys: signingKeys(db, keys, 'saml'),
    us: identityProviderAt(config.publicUrl),
    say: (reader, message) => texts.say(reader, message),
    onUnavailable: (details) => logger.warn(details, 'application cannot be opened'),
    onRefused: (reason) => logger.warn({ reason }, 'sign-on request refused'),
  })
  mountArea(app, guards, areas['single-sign-on'], handlers)
  const settings = signOnSettingsHandlers({ db, publicUrl: config.publicUrl })
  mountArea(app, guards, areas['sign-on-settings'], settings)
  serveHandOff(app, HAND_OFF_PATH, seals.read)
}
