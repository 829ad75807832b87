import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import type * as contract from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { getIdpMetadata, receiveRedirectedSignOn } from '@portico/contract/single-sign-on/single-sign-on.ts'
import type { PortalAddresses } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { type DryRunDeps, dryRunSignOn } from './dry-run-sign-on.ts'
import { makeSecret, saveSettings } from './save-settings.ts'
import { settingsView } from './settings-values.ts'
import { listSignOnSettings, findSignOnSettings } from './settings-admin-store.ts'

const addressesAt = ({ origin }: URL): PortalAddresses => ({
  metadataUrl: origin + getIdpMetadata.path,
  signOnUrl: origin + receiveRedirectedSignOn.path,
  issuerUrl: origin + OPENID_PATH,
})

interface SettingsDeps extends Pick<DryRunDeps, 'db'> {
  publicUrl: URL
}

/** Single sign-on settings of applications, and what they would get of a user. */
export function signOnSettingsHandlers({ db, publicUrl }: SettingsDeps): Handlers<typeof contract> {
  const portal = addressesAt(publicUrl)
  const deps = { db, portal, publicUrl, ourEntityId: portal.metadataUrl }
  return {
    listSignOnSystems: async () => ({
      portal,
      systems: await db.read(everything, listSignOnSettings),
    }),
    getSignOnSettings: ({ params: { appSystemId: systemId } }) =>
      db.read(everything, async (tx) => {
        const held = await findSignOnSettings(tx, systemId)
        return held ? settingsView(held, publicUrl) : refuse('404', sentences.not_found)
      }),
    saveSignOnSettings: ({ params: { appSystemId: systemId }, body, ...call }) =>
      saveSettings(deps, call, systemId, body),
    makeClientSecret: ({ params: { appSystemId: systemId }, ...call }) => makeSecret(deps, call, systemId),
    dryRunSignOn: ({ params: { appSystemId: systemId }, body: { userId }, ...call }) =>
      dryRunSignOn(deps, call, { systemId, userId }),
  }
}
