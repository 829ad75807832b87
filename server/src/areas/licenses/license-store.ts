import type { License } from '@portico/contract/licenses/licenses.ts'
import type { Tx } from '../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../db/run.ts'
import { bool, instant, int, json, jsonText, nullable, statement, text, textOf } from '../../db/statement.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { momentSql } from './current-license.ts'

/** The column `translations`: texts by the code of their language. */
export type StoredTranslations = Readonly<Record<string, { title: string; html: string }>>

type LicenseState = License['stateCd']

/** A version of the default license, or of that of a client. */
export interface StoredLicense {
  id: number
  /** Null: the default. */
  clientId: number | null
  clientName: string | null
  version: number
  state: LicenseState
  title: string
  html: string
  language: string | null
  translations: StoredTranslations
  createdAt: Date
  createdByName: string | null
  endedAt: Date | null
  endedByName: string | null
  /** Since when users have to accept again, where that can be withdrawn. */
  askedAt: Date | null
}

/** What has become of the version `license`, within a statement. */
export const stateSql = `
  case when license.ended_at is not null then 'ended'
       when license.id in (select id from latest_licenses) then 'in-force'
       else 'replaced' end`

const columns = `
  license.id, license.client_id as "clientId", client.name::text as "clientName", license.version,
  ${stateSql} as state, license.title, license.html, license.language, license.translations,
  license.created_at as "createdAt", ${userNameSql('license.created_by')} as "createdByName",
  license.ended_at as "endedAt", ${userNameSql('license.ended_by')} as "endedByName",
  case when license.id in (select id from latest_licenses) and license.asks_since = license_asked_since(license.client_id)
        and license.asks_since is distinct from license.asks_since_before
       then license.asks_since end as "askedAt"`

const row = {
  id: int,
  clientId: nullable(int),
  clientName: nullable(text),
  version: int,
  state: textOf<LicenseState>(),
  title: text,
  html: text,
  language: nullable(text),
  translations: json<StoredTranslations>(),
  createdAt: instant,
  createdByName: nullable(text),
  endedAt: nullable(instant),
  endedByName: nullable(text),
  askedAt: nullable(instant),
}

const oneLicense = statement([int], {
  name: 'licenses: one license',
  text: `
  select ${columns} from license_texts license left join clients client on client.id = license.client_id
   where license.id = $1 and client.is_deleted is not true`,
  row,
})

const latestLicense = statement([nullable(int)], {
  name: 'licenses: latest license',
  text: `
  select ${columns} from latest_licenses license left join clients client on client.id = license.client_id
   where license.client_id is not distinct from $1`,
  row,
})

const versions = statement([nullable(int)], {
  name: 'licenses: versions',
  text: `
  select license.id, license.version, ${stateSql} as state, license.title, license.created_at as "createdAt",
         ${userNameSql('license.created_by')} as "createdByName", license.asks_again as "asksAgain",
         license.asks_again and (license.asks_since is null or license.asks_since < license.created_at) as "isAskWithdrawn",
         count(*) over ()::integer as total
    from license_texts license
   where license.client_id is not distinct from $1
   order by license.version desc limit 100`,
  row: {
    id: int,
    version: int,
    state: textOf<LicenseState>(),
    title: text,
    createdAt: instant,
    createdByName: nullable(text),
    asksAgain: bool,
    isAskWithdrawn: bool,
    total: int,
  },
})

const takeLicenses = statement([], {
  name: 'licenses: take licenses',
  text: `select from pg_advisory_xact_lock(hashtext('license'), 0)`,
})

const addVersion = statement([nullable(int), text, text, text, jsonText, bool, int], {
  name: 'licenses: add version',
  text: `
  insert into license_texts (client_id, version, title, html, language, translations, asks_again, asks_since,
    asks_since_before, created_at, created_by)
  select $1, coalesce((select max(version) from license_texts where client_id is not distinct from $1), 0) + 1,
         $2, $3, $4, $5, $6, case when $6 then moment else license_asked_since($1) end,
         case when $6 then license_asked_since($1) else license_asked_before($1) end, moment, $7
    from (select ${momentSql} as moment) now
  returning id, version`,
  row: { id: int, version: int },
})

const endVersion = statement([int, bool, int], {
  name: 'licenses: end version',
  text: `
  update license_texts
     set ended_at = moment, ended_by = $3, asks_since = case when $2 then moment else asks_since end,
         asks_since_before = case when $2 then asks_since else asks_since_before end
    from (select ${momentSql} as moment) now
   where id = $1`,
})

const withdrawAsking = statement([int], {
  name: 'licenses: withdraw asking',
  text: `
  update license_texts license set asks_since = license.asks_since_before
    from license_texts withdrawn
   where withdrawn.id = $1 and license.asks_since = withdrawn.asks_since
     and license.client_id is not distinct from coalesce(withdrawn.client_id, license.client_id)`,
})

const askedUsers = statement([nullable(int)], {
  name: 'licenses: asked users',
  text: `
  with asked as materialized (
    select client_id, license_asked_since(client_id) as since, license_asked_before(client_id) as before
      from latest_licenses),
  standard as (
    select since, before from asked where client_id is null),
  withdrawable as (
    select since from asked where client_id is not distinct from $1)
  select count(*) as count
    from users
    cross join standard cross join withdrawable
    left join asked own on own.client_id = users.client_id
   where not users.is_internal and users.status = 1 and users.client_id = coalesce($1, users.client_id)
     and users.client_id not in (select id from clients where is_deleted)
     and case when own.client_id is null then standard.since else own.since end = withdrawable.since
     and users.license_accepted_at < withdrawable.since
     and users.license_accepted_at >= coalesce(case when own.client_id is null then standard.before else own.before end,
                                               '-infinity')`,
  row: { count: int },
})

const acceptedUsers = statement([nullable(int)], {
  name: 'licenses: accepted users',
  text: `
  select count(*) as count from users
   where not is_internal and status = 1 and license_accepted_at is not null
     and case when $1::integer is not null then client_id = $1
              else client_id not in (select id from clients where is_deleted)
                   and client_id not in (select client_id from latest_licenses
                                          where client_id is not null and ended_at is null) end`,
  row: { count: int },
})

const nameOfClient = statement([int], {
  name: 'licenses: name of client',
  text: 'select name::text from clients where id = $1 and not is_deleted',
  row: { name: text },
})

// The table `license_texts`; a client id of null is the default.

/** Holds all other changes of licenses, and acceptances, until the transaction ends. */
export function lockLicenses(tx: Tx): void {
  queue(tx, takeLicenses())
}

export const findLicense = (tx: Tx, id: number): Promise<StoredLicense | undefined> => runFirst(tx, oneLicense(id))

/** The newest version of the default, or of a client, in force or not. */
export const findLatestLicense = (tx: Tx, clientId: number | null): Promise<StoredLicense | undefined> =>
  runFirst(tx, latestLicense(clientId))

/** The newest 100 versions of a license, the newest first. */
export const listLicenseVersions = (tx: Tx, clientId: number | null) => run(tx, versions(clientId))

export interface NewLicense {
  clientId: number | null
  title: string
  html: string
  language: string
  translations: StoredTranslations
  asksAgain: boolean
}

export const addLicense = (
  tx: Tx,
  { clientId, title, html, language, translations, asksAgain }: NewLicense,
  userId: number,
): Promise<{ id: number; version: number }> =>
  runOne(tx, addVersion(clientId, title, html, language, JSON.stringify(translations), asksAgain, userId))

/** Ends the version of a client that is in force. */
export function endLicense(tx: Tx, id: number, { asksAgain, userId }: { asksAgain: boolean; userId: number }): void {
  queue(tx, endVersion(id, asksAgain, userId))
}

/**
 * Withdraws the latest question of a license, also from its later versions. That of the default may stand for users of
 * clients that have their own license since.
 */
export function withdrawAsk(tx: Tx, id: number): void {
  queue(tx, withdrawAsking(id))
}

/** Active external users whom a withdrawal of what the license of a client, or the default, asks would spare. */
export const countAskedUsers = async (tx: Tx, clientId: number | null): Promise<number> =>
  (await runOne(tx, askedUsers(clientId))).count

/** Active external users who have accepted the license of a client, or else the default. */
export const countAcceptedUsers = async (tx: Tx, clientId: number | null): Promise<number> =>
  (await runOne(tx, acceptedUsers(clientId))).count

/** The name of a client that exists. */
export const findClientName = async (tx: Tx, clientId: number): Promise<string | undefined> =>
  (await runFirst(tx, nameOfClient(clientId)))?.name
