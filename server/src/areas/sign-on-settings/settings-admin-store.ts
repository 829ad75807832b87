import { ALL_APPLICATIONS_ID, PORTAL_SYSTEM_ID } from '@portico/contract/catalog-rules.ts'
import type { SignOnProtocol } from '@portico/contract/sign-on-codes.ts'
import type { SignOnSystem } from '@portico/contract/sign-on-settings.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { setSamlPost } from '../catalog/public.ts'
import type { HeldSettings, StoredSettings } from './stored-settings.ts'

interface HeldRow extends StoredSettings, Omit<HeldSettings, 'settings'> {}

/** The portal's own system and the one that stands for all applications open nothing. */
const realSystem = `system.deleted_at is null and system.id not in (${ALL_APPLICATIONS_ID}, ${PORTAL_SYSTEM_ID})`

const systems = `
  select system.id as "systemId", system.name as "systemNm", coalesce(setting.protocol, 'none') as "protocolCd",
         case setting.protocol when 'saml' then setting.entity_id when 'oidc' then setting.client_id end as "applicationIdTxt"
    from systems system left join single_sign_on_settings setting on setting.system_id = system.id
   where ${realSystem} order by system.name collate "en-x-icu", system.id`

const held = `
  select system.id as "systemId", system.name as "systemName", system.is_saml_post as "isSamlPost",
         coalesce(setting.protocol, 'none') as protocol,
         coalesce(setting.name_source, 'user-name') as "nameSource", coalesce(setting.attributes, '{}') as attributes,
         setting.entity_id as "entityId", coalesce(setting.acs_addresses, '[]') as acs, setting.audience,
         coalesce(setting.name_id_format, 'unspecified') as "nameIdFormat",
         coalesce(setting.requires_signed_requests, false) as "requiresSignedRequests",
         coalesce(setting.signing_certificates, '{}') as "signingCertificates",
         setting.encryption_certificate as "encryptionCertificate",
         setting.encryption_algorithm as "encryptionAlgorithm", coalesce(setting.form_origins, '{}') as "formOrigins",
         setting.client_id as "clientId", coalesce(setting.redirect_addresses, '{}') as "redirectAddresses",
         setting.back_channel_logout_address as "backChannelLogoutAddress",
         setting.client_secret_hash is not null as "hasSecret", coalesce(setting.version, 0) as version,
         coalesce(setting.changed_at, clock_now()) as "changedAt", ${userNameSql('setting.changed_by')} as "changedByName"
    from systems system left join single_sign_on_settings setting on setting.system_id = system.id
   where system.id = $1 and ${realSystem}`

const columnsOf = (settings: StoredSettings) => ({
  protocol: settings.protocol,
  name_source: settings.nameSource,
  attributes: JSON.stringify(settings.attributes),
  entity_id: settings.entityId,
  acs_addresses: JSON.stringify(settings.acs),
  audience: settings.audience,
  name_id_format: settings.nameIdFormat,
  requires_signed_requests: settings.requiresSignedRequests,
  signing_certificates: settings.signingCertificates,
  encryption_certificate: settings.encryptionCertificate,
  encryption_algorithm: settings.encryptionAlgorithm,
  form_origins: settings.formOrigins,
  client_id: settings.clientId,
  redirect_addresses: settings.redirectAddresses,
  back_channel_logout_address: settings.backChannelLogoutAddress,
})

/** A deleted system that has an entity ID. The system is locked, so that it is not restored meanwhile. */
const deletedOwner = `
  select system.id as "systemId", setting.protocol, setting.version
    from systems system join single_sign_on_settings setting on setting.system_id = system.id
   where setting.entity_id = $1 and system.deleted_at is not null for update of system, setting`

export interface FormerOwner {
  systemId: number
  protocol: SignOnProtocol
}

/** The protocol of settings that have lost their entity ID. */
export const withoutSaml = (protocol: SignOnProtocol): SignOnProtocol => (protocol === 'saml' ? 'none' : protocol)

/** Single sign-on settings for those who administer them. */
export function settingsAdminStore(tx: Tx) {
  const find = async (systemId: number): Promise<HeldSettings | undefined> => {
    const [row] = await query<HeldRow>(tx, held, [systemId])
    if (!row) return undefined
    const { systemName, isSamlPost, hasSecret, version, changedAt, changedByName, systemId: id, ...settings } = row
    return { systemId: id, systemName, isSamlPost, settings, hasSecret, version, changedAt, changedByName }
  }
  return {
    list: () => query<SignOnSystem>(tx, systems, []),
    find,
    /** The settings of a system, which nobody else changes until the transaction ends. */
    lock: async (systemId: number): Promise<HeldSettings | undefined> => {
      // Settings that another transaction stores meanwhile are seen by the next statement only.
      await query(tx, 'select from systems where id = $1 for update', [systemId])
      return find(systemId)
    },

    /** Returns the name of the other system that has this entity ID; a deleted one has none. */
    ownerOfEntityId: async (entityId: string, systemId: number): Promise<string | undefined> => {
      const [row] = await query<{ name: string }>(
        tx,
        `select system.name from single_sign_on_settings setting join systems system on system.id = setting.system_id
          where setting.entity_id = $1 and system.id <> $2 and system.deleted_at is null`,
        [entityId, systemId],
      )
      return row?.name
    },

    /** Takes an entity ID from a deleted system, whose SAML ends with it; returns what it was. */
    freeEntityId: async (entityId: string, changedBy: number): Promise<FormerOwner | undefined> => {
      const [former] = await query<FormerOwner & { version: number }>(tx, deletedOwner, [entityId])
      if (!former) return undefined
      const { systemId, protocol, version } = former
      const set = { entity_id: null, protocol: withoutSaml(protocol), changed_by: changedBy }
      await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, set, 'system_id')
      await setSamlPost(tx, systemId, { isSamlPost: false, changedBy })
      return former
    },

    /**
     * Writes the settings of a system that is locked.
     * @param version that of the settings; 0: there are none yet
     * @param secretHash null removes the secret, undefined keeps it
     */
    save: async (
      { systemId, version }: Pick<HeldSettings, 'systemId' | 'version'>,
      settings: StoredSettings,
      { changedBy, secretHash }: { changedBy: number; secretHash: Buffer | null | undefined },
    ): Promise<void> => {
      const row = {
        ...columnsOf(settings),
        ...(secretHash === undefined ? {} : { client_secret_hash: secretHash }),
        changed_by: changedBy,
      }
      if (version > 0) await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, row, 'system_id')
      else
        await tx
          .insertInto('single_sign_on_settings')
          .values({ system_id: systemId, ...row } as never)
          .execute()
      await setSamlPost(tx, systemId, { isSamlPost: settings.protocol === 'saml', changedBy })
    },

    /** Replaces the client secret; returns the version. */
    setSecret: async (
      { systemId, version }: Pick<HeldSettings, 'systemId' | 'version'>,
      secretHash: Buffer,
      changedBy: number,
    ): Promise<number> => {
      const set = { client_secret_hash: secretHash, changed_by: changedBy }
      return (await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, set, 'system_id')).version
    },
  }
}
