import type { NameSource, SignOnFact } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { AdapterPayload } from 'oidc-provider'
import type { Db } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import {
  arrayOf,
  bytes,
  int,
  json,
  nullable,
  present,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../db/statement.ts'
import { ACTOR_NAME } from '../single-sign-on/public.ts'

/** An application as the library knows it; fields of ours stand beside those of the protocol. */
export interface Application extends AdapterPayload {
  client_id: string
  system_id: number
  system_name: string
  /** Claim names, each with the fact of the user that it carries. */
  claims: Readonly<Record<string, SignOnFact>>
  name_source: NameSource
}

export type ReadApplication = (clientId: string) => Promise<Application | undefined>

const application = statement([text], {
  name: 'openid-provider: application',
  text: `
  select setting.client_id as "clientId", setting.system_id as "systemId", system.name as "systemName",
         setting.client_secret_hash as "secretHash", setting.redirect_addresses as "redirectAddresses",
         setting.back_channel_logout_address as "backChannelLogoutAddress", setting.attributes as claims,
         setting.name_source as "nameSource"
    from single_sign_on_settings setting join systems system on system.id = setting.system_id
   where setting.protocol = 'oidc' and setting.client_id = $1 and system.deleted_at is null`,
  row: {
    clientId: present(text),
    systemId: int,
    systemName: text,
    secretHash: nullable(bytes),
    redirectAddresses: arrayOf(text),
    backChannelLogoutAddress: nullable(text),
    claims: json<Record<string, SignOnFact>>(),
    nameSource: textOf<NameSource>(),
  },
})

const claimNames = statement([], {
  name: 'openid-provider: claim names',
  text: `
  select distinct jsonb_object_keys(attributes) as name from single_sign_on_settings where protocol = 'oidc' order by name`,
  row: { name: text },
})

/** Returns a function that reads an application by its client id at every request, so that a change counts at once. */
export const applicationReader =
  (db: Db): ReadApplication =>
  async (clientId) => {
    const row = await runFirst(db, application(clientId))
    return row && applicationOf(row)
  }

const applicationOf = (row: RowOf<typeof application>): Application => ({
  client_id: row.clientId,
  system_id: row.systemId,
  system_name: row.systemName,
  claims: row.claims,
  name_source: row.nameSource,
  subject_type: 'pairwise',
  redirect_uris: row.redirectAddresses,
  // With it the library answers no request without the scope `openid`, which the standard requires.
  require_auth_time: true,
  token_endpoint_auth_method: row.secretHash === null ? 'none' : 'client_secret_basic',
  ...(row.secretHash === null ? {} : { client_secret: row.secretHash.toString('base64url') }),
  ...(row.backChannelLogoutAddress === null
    ? {}
    : { backchannel_logout_uri: row.backChannelLogoutAddress, backchannel_logout_session_required: true }),
})

/** Names of the claims of all applications: the library drops those that it has not been configured with. */
export const readClaimNames = async (db: Db): Promise<string[]> => [
  ...(await run(db, claimNames())).map(({ name }) => name),
  ACTOR_NAME,
]
