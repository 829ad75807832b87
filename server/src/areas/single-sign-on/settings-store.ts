import type { Db, Tx } from '../../db/database.ts'
import type { NameSource, SignOnFact } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { AcsAddress, Encryption, SamlApplication } from './application.ts'
import type { NameIdFormat } from './saml-names.ts'
import { runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, json, nullable, present, type RowOf, statement, text, textOf } from '../../db/statement.ts'

const samlApplications = `
  select system.id as "systemId", system.name as "systemName", settings.entity_id as "entityId",
         settings.acs_addresses as acs, settings.name_id_format as "nameIdFormat", settings.name_source as "nameSource",
         settings.attributes, settings.audience, settings.requires_signed_requests as "requiresSignedRequests",
         settings.signing_certificates as "signingCertificates",
         settings.encryption_certificate as "encryptionCertificate",
         settings.encryption_algorithm as "encryptionAlgorithm", settings.form_origins as "formOrigins"
    from single_sign_on_settings settings join systems system on system.id = settings.system_id
   where settings.protocol = 'saml' and system.deleted_at is null`

const settingsRow = {
  systemId: int,
  systemName: text,
  entityId: present(text),
  acs: json<AcsAddress[]>(),
  nameIdFormat: textOf<NameIdFormat>(),
  nameSource: textOf<NameSource>(),
  attributes: json<Record<string, SignOnFact>>(),
  audience: nullable(text),
  requiresSignedRequests: bool,
  signingCertificates: arrayOf(text),
  encryptionCertificate: nullable(text),
  encryptionAlgorithm: nullable(text),
  formOrigins: arrayOf(text),
}

const byEntityId = statement([text], {
  name: 'single-sign-on: by entity id',
  text: `${samlApplications} and settings.entity_id = $1`,
  row: settingsRow,
})

const bySystem = statement([int], {
  name: 'single-sign-on: by system',
  text: `${samlApplications} and system.id = $1`,
  row: settingsRow,
})

function applicationOf(row: RowOf<typeof bySystem>): SamlApplication {
  const { encryptionCertificate, encryptionAlgorithm, ...settings } = row
  return {
    ...settings,
    audience: settings.audience ?? settings.entityId,
    encryption: encryptionOf(encryptionCertificate, encryptionAlgorithm),
  }
}

const encryptionOf = (certificate: string | null, algorithm: string | null): Encryption | null =>
  certificate !== null && algorithm !== null ? { certificate, algorithm } : null

/** Reads of an application before a user is known. */
export async function findSignOnApplication(db: Db, entityId: string): Promise<SamlApplication | undefined> {
  const row = await runFirst(db, byEntityId(entityId))
  return row && applicationOf(row)
}

/** Returns the SAML application of a system; undefined when it has none. */
export async function findSamlApplication(tx: Tx, systemId: number): Promise<SamlApplication | undefined> {
  const row = await runFirst(tx, bySystem(systemId))
  return row && applicationOf(row)
}
