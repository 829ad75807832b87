import { randomUUID } from 'node:crypto'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { normalizeUserName } from '@portico/contract/users/user-details-rules.ts'
import type { HandlersByEndpoint } from '../configuration/configuration-calls.ts'
import { administrationOf } from '../areas/session/public.ts'
import { configurationHandlers } from '../composition/configuration-handlers.ts'
import type { Config } from '../config/config.ts'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import type { Database, Db, Tx } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/database-unavailable.ts'
import { dbWithin } from '../db/db-within.ts'
import { queries } from '../db/queries.ts'
import { runFirst } from '../db/run.ts'
import { everything } from '../db/scope.ts'
import { type CallContext, NO_SESSION, type RequestContext } from '../http/caller.ts'
import { refuseOtherRing } from '../secret-keys/known-keys.ts'
import { statementsIn } from '../secret-keys/held-secrets.ts'
import { StartError } from '../start-error.ts'
import { onDatabase, type OpenedServer } from './open.ts'

/** One transaction with the calls of an administrator in it. */
export interface ConfigurationTransaction {
  tx: Tx
  handlers: HandlersByEndpoint
  by: CallContext
}

/**
 * Does work in one transaction in the name of an internal portal administrator; undone where the result says `refused`.
 * @throws StartError where there is no such administrator
 */
export type RunAs = <Result>(
  userName: string,
  work: (transaction: ConfigurationTransaction) => Promise<Result>,
) => Promise<Result>

/** Opens the database for a command, and closes it afterwards. */
export async function withConfiguration<Result>(
  command: string,
  work: (runAs: RunAs, keys: KeyRing) => Promise<Result>,
): Promise<Result> {
  const workWithin = async ({ jobs }: Database, { config }: OpenedServer) => {
    const keys = keyRing(config.secretKeys)
    const runAs: RunAs = (userName, part) =>
      jobs.transact(everything, async (tx) => {
        await refuseOtherRing(statementsIn(tx), keys)
        return part(await configurationWithin(tx, config, { command, userName }))
      })
    try {
      return await work(runAs, keys)
    } catch (error) {
      throw inWords(error)
    }
  }
  return onDatabase(command, workWithin, { addsJobs: true })
}

/**
 * Returns the calls of an internal portal administrator in a transaction with the scope `everything`.
 * @throws StartError where there is no such administrator
 */
export async function configurationWithin(
  tx: Tx,
  config: Config,
  { command, userName }: { command: string; userName: string },
): Promise<ConfigurationTransaction> {
  const db = dbWithin(tx)
  const by = { caller: await actingAdministrator(db, tx, userName), request: commandRequest(command) }
  return { tx, handlers: configurationHandlers(db, config), by }
}

/** Why the database did nothing, where the operator can do something about it. */
const databaseProblems: Readonly<Record<string, string>> = {
  '55P03': 'Something else has locked what the files change',
  '57014': 'The database took too long',
  '40P01': 'Something else changes the same at once',
  '40001': 'Something else changes the same at once',
}

/** An error of the database as one sentence; any other as it is. */
function inWords(error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const known = cause instanceof Error ? databaseProblems[String(Reflect.get(cause, 'code'))] : undefined
  if (known !== undefined) return new StartError(`${known}. Nothing was applied. Try again.`, { cause: error })
  return error instanceof DatabaseUnavailable && !error.isUnknown
    ? new StartError(`${error.message} Nothing was applied. Try again.`, { cause: error })
    : error
}

async function actingAdministrator(db: Db, tx: Tx, userName: string): Promise<CallContext['caller']> {
  const user = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .select(['id', 'user_name', 'first_name', 'client_id', 'is_internal'])
      .where('user_name', '=', normalizeUserName(userName))
      .where('status', '=', 1),
  )
  if (!user) throw new StartError(`There is no active user "${userName}" for --as.`)
  const { id, client_id: clientId, is_internal: isInternal } = user
  const held = administrationOf(db, { userId: id, clientId, isInternal, isEmulated: false })
  if (!isInternal || !(await held.authority()).isPortalAdmin)
    throw new StartError(`--as must name an internal portal administrator, and ${user.user_name} is none.`)
  return {
    user: { id, userName: user.user_name, firstName: user.first_name, clientId, isInternal, language: SOURCE_LANGUAGE },
    actorId: null,
    isReadOnly: false,
    service: null,
    sessionId: NO_SESSION,
    isClosing: false,
    gate: null,
    ...held,
    isSignInFresh: () => Promise.resolve(true),
    idleMinutes: 0,
    lastActiveAt: new Date(),
  }
}

/** What commands have instead of a request. All that one run records has the same number. */
const commandRequest = (command: string): RequestContext => ({
  id: `${command} ${randomUUID()}`,
  address: '',
  userAgent: '',
  peerAddress: '',
  header: () => undefined,
  cookie: () => undefined,
  binding: undefined,
  host: '',
  rawQuery: '',
  csrfToken: undefined,
  signIn: undefined,
  trustedDevice: undefined,
  ifNoneMatch: undefined,
  language: SOURCE_LANGUAGE,
})
