import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Tx } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { addClient } from './add-client.ts'
import {
  addUser,
  clientName,
  findClient,
  newTemporaryPassword,
  newUserOptions,
  readOptions,
  refuseTakenName,
  showPassword,
} from './new-user.ts'
import { onDatabase } from './open.ts'
import { queries } from '../db/queries.ts'
import { run, runFirst } from '../db/run.ts'
import { recordUserCommand } from './record-command.ts'

const usage =
  'Usage: npm run portal -- create-admin --user-name NAME --first-name NAME --last-name NAME --email ADDRESS [--client "NAME OF YOUR ORGANIZATION"]'

const options = { ...newUserOptions, client: clientName.optional() }
type Wanted = z.output<z.ZodObject<typeof options>>

/**
 * `create-admin`: creates a portal administrator and prints a temporary password, once. Asks at the terminal for the
 * organization's name when it is needed and missing.
 */
export async function createAdminCommand(args: readonly string[]): Promise<void> {
  const wanted = readWanted(args)
  const password = await onDatabase('create-admin', (database) => createAdmin(database, wanted))
  process.stdout.write(`${wanted['user-name']} administers the portal now. ${showPassword(password)}\n`)
}

function readWanted(args: readonly string[]): Wanted {
  const asText = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]))
  let given: Readonly<Record<string, unknown>>
  try {
    given = parseArgs({ args: [...args], options: asText, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
  return readOptions(options, given, usage)
}

/** Creates the administrator and returns their temporary password, which is stored as a hash only. */
async function createAdmin(database: Database, wanted: Wanted): Promise<string> {
  const { password, hash } = await newTemporaryPassword()
  const userName = wanted['user-name']
  const db = database.jobs
  await db.read(everything, (tx) => refuseTakenName(tx, userName))
  const staffClient = wanted.client === undefined ? await db.read(everything, clientOfStaff) : undefined
  const organization = staffClient === undefined ? (wanted.client ?? (await askForOrganization())) : undefined
  await db.transact(everything, async (tx) => {
    await refuseTakenName(tx, userName)
    const clientId = organization === undefined ? (staffClient as number) : await findOrAddClient(tx, organization)
    const userId = await addUser(tx, wanted, {
      clientId,
      hash,
      isInternal: true,
      maySignOnAs: true,
      // Set once the administrator has enrolled one; before that it would only lock them out.
      isSecondFactorRequired: false,
    })
    await grantPortal(tx, userId)
    const made = { userName, clientId, isInternal: true, isPortalAdmin: true, by: 'create-admin' }
    recordUserCommand(tx, userId, 'user_created', made)
  })
  return password
}

/** The organization of the existing staff. */
async function clientOfStaff(tx: Tx): Promise<number | undefined> {
  const colleague = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .select('client_id')
      .where('is_internal', '=', true)
      .where('status', 'in', [1, 2])
      .orderBy('id')
      .limit(1),
  )
  return colleague?.client_id
}

async function askForOrganization(): Promise<string> {
  if (!process.stdin.isTTY) throw new StartError(`--client is missing: it names your organization. ${usage}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const client = await terminal.question('Name of your organization: ')
    return readOptions({ client: clientName }, { client }, usage).client
  } finally {
    terminal.close()
  }
}

async function findOrAddClient(tx: Tx, name: string): Promise<number> {
  const known = await findClient(tx, name)
  return known ? known.id : addClient(tx, { name, code: null }, 'create-admin')
}

/** Grants the portal's system as its administrator, and each of its pages. */
async function grantPortal(tx: Tx, userId: number): Promise<void> {
  await run(
    tx,
    queries.insertInto('user_system_grants').values({ user_id: userId, system_id: PORTAL_SYSTEM_ID, is_admin: true }),
  )
  await run(
    tx,
    queries
      .insertInto('user_page_grants')
      .columns(['user_id', 'page_id'])
      .expression((eb) =>
        eb
          .selectFrom('pages')
          .select([sql<number>`${userId}::integer`.as('user_id'), 'id'])
          .where('system_id', '=', PORTAL_SYSTEM_ID)
          .where('deleted_at', 'is', null)
          .where('name', 'in', adminPages),
      ),
  )
}
