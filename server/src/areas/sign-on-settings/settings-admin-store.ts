import { ALL_APPLICATIONS_ID, PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { SignOnProtocol } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { SignOnSystem } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import type { Tx } from '../../db/database.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { setSamlPost } from '../catalog/public.ts'
import { pageAddresses } from '../logout-chain/public.ts'
import type { HeldSettings, HeldSystem, StoredSettings } from './stored-settings.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, int, json, nullable, statement, text, textOf } from '../../db/statement.ts'

interface HeldRow extends StoredSettings, Omit<HeldSettings, 'settings' | 'system'>, Omit<HeldSystem, HeldDates> {
  systemVersion: number
  systemChangedAt: Date
  systemChangedByName: string | null
}
type HeldDates = 'version' | 'changedAt' | 'changedByName'

/** The portal's own system and the one that stands for all applications open nothing. */
const realSystem = `system.deleted_at is null and system.id not in (${ALL_APPLICATIONS_ID}, ${PORTAL_SYSTEM_ID})`

const systems = statement([], {
  name: 'sign-on-settings: systems',
  text: `
  select system.id as "systemId", system.name as "systemNm", coalesce(setting.protocol, 'none') as "protocolCd",
         case setting.protocol when 'saml' then setting.entity_id when 'oidc' then setting.client_id end as "applicationIdTxt"
    from systems system left join single_sign_on_settings setting on setting.system_id = system.id
   where ${realSystem} order by system.name collate "en-x-icu", system.id`,
  row: {
    systemId: int,
    systemNm: text,
    protocolCd: textOf<SignOnSystem['protocolCd']>(),
    applicationIdTxt: nullable(text),
  },
})

const held = statement([int], {
  name: 'sign-on-settings: held',
  text: `
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
         coalesce(setting.changed_at, clock_now()) as "changedAt", ${userNameSql('setting.changed_by')} as "changedByName",
         system.code, system.browser_logout_url as "logoutTemplate", ${pageAddresses} as "pageAddresses",
         system.version as "systemVersion", system.changed_at as "systemChangedAt",
         ${userNameSql('system.changed_by')} as "systemChangedByName"
    from systems system left join single_sign_on_settings setting on setting.system_id = system.id
   where system.id = $1 and ${realSystem}`,
  row: {
    systemId: int,
    systemName: text,
    isSamlPost: bool,
    protocol: textOf<HeldRow['protocol']>(),
    nameSource: textOf<HeldRow['nameSource']>(),
    attributes: json<HeldRow['attributes']>(),
    entityId: nullable(text),
    acs: json<HeldRow['acs']>(),
    audience: nullable(text),
    nameIdFormat: textOf<HeldRow['nameIdFormat']>(),
    requiresSignedRequests: bool,
    signingCertificates: arrayOf(text),
    encryptionCertificate: nullable(text),
    encryptionAlgorithm: nullable(text),
    formOrigins: arrayOf(text),
    clientId: nullable(text),
    redirectAddresses: arrayOf(text),
    backChannelLogoutAddress: nullable(text),
    hasSecret: bool,
    version: int,
    changedAt: instant,
    changedByName: nullable(text),
    code: nullable(text),
    logoutTemplate: nullable(text),
    pageAddresses: arrayOf(nullable(text)),
    systemVersion: int,
    systemChangedAt: instant,
    systemChangedByName: nullable(text),
  },
})

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

const setLogoutAddressStatement = statement([int, nullable(text), int], {
  name: 'sign-on-settings: set logout address',
  text: 'update systems set browser_logout_url = $2, changed_by = $3 where id = $1',
})

/** A deleted system that has an entity ID. The system is locked, so that it is not restored meanwhile. */
const deletedOwner = statement([text], {
  name: 'sign-on-settings: deleted owner',
  text: `
  select system.id as "systemId", setting.protocol, setting.version
    from systems system join single_sign_on_settings setting on setting.system_id = system.id
   where setting.entity_id = $1 and system.deleted_at is not null for update of system, setting`,
  row: { systemId: int, protocol: textOf<SignOnProtocol>(), version: int },
})

export interface FormerOwner {
  systemId: number
  protocol: SignOnProtocol
}

/** The protocol of settings that have lost their entity ID. */
export const withoutSaml = (protocol: SignOnProtocol): SignOnProtocol => (protocol === 'saml' ? 'none' : protocol)

function heldOf(row: HeldRow): HeldSettings {
  const { systemName, isSamlPost, hasSecret, version, changedAt, changedByName, systemId: id, ...others } = row
  const { code, logoutTemplate, pageAddresses: addresses, ...more } = others
  const { systemVersion, systemChangedAt, systemChangedByName, ...settings } = more
  const versions = { version: systemVersion, changedAt: systemChangedAt, changedByName: systemChangedByName }
  const system = { code, logoutTemplate, pageAddresses: addresses, ...versions }
  return { systemId: id, systemName, isSamlPost, settings, hasSecret, system, version, changedAt, changedByName }
}

// Single sign-on settings for those who administer them.

export const findSignOnSettings = async (tx: Tx, systemId: number): Promise<HeldSettings | undefined> => {
  const row = await runFirst(tx, held(systemId))
  return row && heldOf(row)
}

export const listSignOnSettings = (tx: Tx) => run(tx, systems())

const lockSystems = statement([int], {
  name: 'sign-on-settings: lock systems',
  text: 'select from systems where id = $1 for update',
})

/** The settings of a system, which nobody else changes until the transaction ends. */
export async function lockSignOnSettings(tx: Tx, systemId: number): Promise<HeldSettings | undefined> {
  // Settings that another transaction stores meanwhile are seen by the next statement only.
  await run(tx, lockSystems(systemId))
  return findSignOnSettings(tx, systemId)
}

const selectSingleSignOnSettings = statement([text, int], {
  name: 'sign-on-settings: select single sign on settings',
  text: `select system.name from single_sign_on_settings setting join systems system on system.id = setting.system_id
          where setting.entity_id = $1 and system.id <> $2 and system.deleted_at is null`,
  row: { name: text },
})

/** Returns the name of the other system that has this entity ID; a deleted one has none. */
export async function findOwnerOfEntityId(tx: Tx, entityId: string, systemId: number): Promise<string | undefined> {
  const row = await runFirst(tx, selectSingleSignOnSettings(entityId, systemId))
  return row?.name
}

/** Takes an entity ID from a deleted system, whose SAML ends with it; returns what it was. */
export async function releaseEntityId(tx: Tx, entityId: string, changedBy: number): Promise<FormerOwner | undefined> {
  const former = await runFirst(tx, deletedOwner(entityId))
  if (!former) return undefined
  const { systemId, protocol, version } = former
  const set = { entity_id: null, protocol: withoutSaml(protocol), changed_by: changedBy }
  await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, set, 'system_id')
  await setSamlPost(tx, systemId, { isSamlPost: false, changedBy })
  return former
}

/**
 * Writes the settings of a system that is locked.
 * @param version that of the settings; 0: there are none yet
 * @param secretHash null removes the secret, undefined keeps it
 */
export async function storeSettings(
  tx: Tx,
  { systemId, version }: Pick<HeldSettings, 'systemId' | 'version'>,
  settings: StoredSettings,
  { changedBy, secretHash }: { changedBy: number; secretHash: Buffer | null | undefined },
): Promise<void> {
  const row = {
    ...columnsOf(settings),
    ...(secretHash === undefined ? {} : { client_secret_hash: secretHash }),
    changed_by: changedBy,
  }
  if (version > 0) await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, row, 'system_id')
  else await run(tx, queries.insertInto('single_sign_on_settings').values({ system_id: systemId, ...row } as never))
  await setSamlPost(tx, systemId, { isSamlPost: settings.protocol === 'saml', changedBy })
}

/** Sets where the browser signs out of a system that is locked. */
export const setLogoutAddress = (tx: Tx, systemId: number, template: string | null, changedBy: number) =>
  run(tx, setLogoutAddressStatement(systemId, template, changedBy))

/** Replaces the client secret; returns the version. */
export async function setClientSecret(
  tx: Tx,
  { systemId, version }: Pick<HeldSettings, 'systemId' | 'version'>,
  secretHash: Buffer,
  changedBy: number,
): Promise<number> {
  const set = { client_secret_hash: secretHash, changed_by: changedBy }
  return (await updateLocked(tx, 'single_sign_on_settings', { id: systemId, version }, set, 'system_id')).version
}
