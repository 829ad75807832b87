import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { queue, runFirst, runOne } from '../../db/run.ts'
import { bool, instant, int, nullable, present, statement, text } from '../../db/statement.ts'

export interface CurrentLicense {
  id: number
  version: number
  /** False: the default. */
  isOfClient: boolean
  title: string
  html: string
  /** The language of the text; null: not said. */
  language: Language | null
}

/** The time of a statement: that of its transaction is from before it waited for other changes of licenses. */
export const momentSql = 'clock_now() + (clock_timestamp() - now())'

const currentText = statement([int, text], {
  name: 'licenses: current text',
  text: `
  select id, version, client_id is not null as "isOfClient", coalesce(translated ->> 'title', title) as title,
         coalesce(translated ->> 'html', html) as html,
         case when translated is null then language else $2 end as language
    from latest_licenses, lateral (select translations -> $2 as translated) in_language
   where client_id is null or client_id = $1 and ended_at is null
   order by client_id is null limit 1`,
  row: { id: int, version: int, isOfClient: bool, title: text, html: text, language: nullable(text) },
})

const holdLicenses = statement([], {
  name: 'licenses: hold licenses',
  text: `select from pg_advisory_xact_lock_shared(hashtext('license'), 0)`,
})

const acceptance = statement([int, nullable(int), nullable(int)], {
  name: 'licenses: acceptance',
  text: `
  update users
     set license_accepted_at = case
           when coalesce(license_version, $2) is not distinct from $2
            and license_accepted_at >= coalesce(license_asked_since(client_id), '-infinity') then license_accepted_at
           else ${momentSql} end,
         license_version = $2, license_id = $3
   where id = $1
  returning license_accepted_at as "acceptedAt"`,
  row: { acceptedAt: present(instant) },
})

const reopening = statement([int], {
  name: 'licenses: reopening',
  text: `
  update sessions session set license_asked_at = license_asked_since(account.client_id)
    from users account
   where session.id = $1 and account.id = session.user_id and not account.is_internal
     and account.license_accepted_at < license_asked_since(account.client_id)`,
})

// The table `license_texts`, and what users have accepted of it.

/** Keeps licenses as they are until the transaction ends, so that what is accepted is in force. */
export function keepLicenses(tx: Tx): void {
  queue(tx, holdLicenses())
}

/**
 * Returns the license that applies to users of a client: their own while it has not ended, else the default. It is in
 * the reader's language where it is kept in it, else in its first one; each version is one agreement in all its
 * languages.
 */
export async function currentLicense(tx: Tx, clientId: number, reader: Language): Promise<CurrentLicense> {
  const license = await runFirst(tx, currentText(clientId, reader))
  if (!license) throw new Error('No license text is stored')
  return { ...license, language: languageOfCode(license.language) }
}

/** Records that a user accepts a license, null: by signing in; returns since when they have accepted what is asked. */
export async function acceptLicense(
  tx: Tx,
  userId: number,
  license: Pick<CurrentLicense, 'id' | 'version'> | null,
): Promise<Date> {
  return (await runOne(tx, acceptance(userId, license?.version ?? null, license?.id ?? null))).acceptedAt
}

/**
 * At a sign-in: closes the gate of its session where the user has to accept the license again, until they do. What they
 * accepted earlier stays.
 */
export function reopenLicense(tx: Tx, sessionId: number): void {
  queue(tx, reopening(sessionId))
}
