import pg from 'pg'
import { settingOf } from '../config/address-setting.ts'
import { StartError } from '../start-error.ts'
import { oldestServer, type OwnerClient } from './owner-connection.ts'

const addressSetting = (url: string): string => settingOf(url) ?? 'DATABASE_URL'

interface ServerFacts {
  version: number
  encoding: string
  isReadOnly: boolean
}

const readServer = `
  select current_setting('server_version_num')::integer as version, pg_encoding_to_char(encoding) as encoding,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"
  from pg_database where datname = current_database()`

/** Returns why the portal cannot use this database of the address, each with what to do; empty where it can. */
export async function findUnfitness(client: OwnerClient, url: string): Promise<string[]> {
  const { rows } = await client.query<ServerFacts>(readServer)
  const [facts] = rows
  if (!facts) throw new Error('The database does not list itself.')
  const { version, encoding, isReadOnly } = facts
  const major = Math.floor(version / 10_000)
  const problems: string[] = []
  if (major < oldestServer)
    problems.push(`PostgreSQL ${oldestServer} or newer is needed, and this server is version ${major}.`)
  if (encoding !== 'UTF8')
    problems.push(
      `The database is encoded in ${encoding}, and UTF8 is needed: make another one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  if (isReadOnly)
    problems.push(`The database is read-only, as on a standby: name the primary server in ${addressSetting(url)}.`)
  return problems
}

interface Ownership {
  login: string
  /** Owner of the tables, where it is another role; null while there are none. */
  otherOwner: string | null
  mayCreate: boolean
}

const readOwnership = `
  select current_user::text as login,
    (select pg_get_userbyid(relowner)::text from pg_class
      where oid = to_regclass('public.schema_migrations') and not pg_has_role(current_user, relowner, 'usage')) as "otherOwner",
    coalesce(has_schema_privilege(current_user, to_regnamespace('public'), 'create'), true) as "mayCreate"`

/** Returns why the role of the address cannot migrate the tables, with what to do; null where it can. */
export async function findForeignOwner(client: OwnerClient, url: string): Promise<string | null> {
  const { rows } = await client.query<Ownership>(readOwnership)
  const { login, otherOwner, mayCreate } = rows[0] as Ownership
  if (otherOwner !== null)
    return `The tables of the portal belong to the role ${otherOwner}, and ${addressSetting(url)} names ${login}: name their owner.`
  if (mayCreate) return null
  return `The role ${login} may not create tables in the schema public: make it the owner of the database, or run GRANT CREATE ON SCHEMA public TO ${pg.escapeIdentifier(login)};`
}

/** @throws StartError with everything that findUnfitness finds */
export async function refuseUnfit(client: OwnerClient, url: string): Promise<void> {
  const problems = await findUnfitness(client, url)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

/** @throws StartError where the role cannot migrate the tables */
export async function refuseForeignOwner(client: OwnerClient, url: string): Promise<void> {
  const problem = await findForeignOwner(client, url)
  if (problem !== null) throw new StartError(problem)
}
