import { parseArgs } from 'node:util'
import { emailIssues, firstNameIssues, tidyText } from '@portico/contract/account-rules.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { passwordHashing } from '../areas/password/password-hashing.ts'
import { temporaryPassword } from '../areas/password/public.ts'
import { readConfig } from '../config/config.ts'
import type { Database, Tx } from '../db/database.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { type Stores, transactOn } from '../stores.ts'
import { openPatiently, openServer } from './open.ts'

/** The portal's own system, whose administrators administer everything. */
const PORTAL_SYSTEM = 2
const TEMPORARY_HOURS = 24
const DEFAULT_CLIENT = 'Operator'

const usage =
  'Usage: npm run portal -- create-admin --user-name NAME --first-name NAME --last-name NAME --email ADDRESS [--client "NAME OF YOUR ORGANISATION"]'

const isName = (name: string) => firstNameIssues(name).length === 0
const isAddress = (address: string) => emailIssues(address).length === 0
const personName = z.string().refine(isName, "must be 1 to 50 letters, digits, spaces or . , ' -").transform(tidyText)

/** What the command takes, by the name of the option. */
const options = {
  'user-name': z
    .string()
    .transform((text) => text.normalize('NFKC').trim())
    .pipe(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{2,49}$/u, 'must be 3 to 50 letters, digits or . _ -')),
  'first-name': personName,
  'last-name': personName,
  email: z.string().trim().refine(isAddress, 'must be an e-mail address with a domain such as example.com'),
  client: z
    .string()
    .transform(tidyText)
    .pipe(z.string().min(1, 'must not be empty').max(100, 'must not be longer than 100 characters'))
    .optional(),
}
type Wanted = z.output<z.ZodObject<typeof options>>

/** `create-admin`: makes a portal administrator and prints a temporary password, once. */
export async function createAdminCommand(args: readonly string[]): Promise<void> {
  const wanted = readWanted(args)
  const server = await openServer(readConfig(process.env))
  try {
    await refuseUnmigrated(server.url)
    const database = await openPatiently(server, 'create-admin')
    try {
      const password = await createAdmin(database, wanted)
      process.stdout.write(
        `${wanted['user-name']} administers the portal now. Temporary password, good for one sign-in within ${TEMPORARY_HOURS} hours and shown only here:\n\n  ${password}\n\n`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function readWanted(args: readonly string[]): Wanted {
  const asText = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]))
  let given: Readonly<Record<string, unknown>>
  try {
    given = parseArgs({ args: [...args], options: asText, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${usage}`, { cause: error })
  }
  const parsed = z.object(options).safeParse(given)
  if (parsed.success) return parsed.data
  // One sentence for each option: the first thing that is wrong with it.
  const problems = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0])
    if (!problems.has(name)) problems.set(name, `--${name} ${given[name] === undefined ? 'is missing' : message}`)
  }
  throw new StartError(`${[...problems.values()].join('; ')}. ${usage}`)
}

/** Makes the administrator and returns his temporary password, which is stored as a hash only. */
async function createAdmin(database: Database, wanted: Wanted): Promise<string> {
  const password = temporaryPassword()
  const hash = await (await passwordHashing()).hash(password)
  const userName = wanted['user-name']
  await transactOn(database.jobs)(everything, async ({ tx, audit }) => {
    await refuseTakenName(tx, userName)
    const clientId = await employerFor(tx, wanted.client)
    const userId = await addUser(tx, wanted, clientId, hash)
    await grantPortal(tx, userId)
    await recordCreation(audit, userId, userName, clientId)
  })
  return password
}

async function refuseTakenName(tx: Tx, userName: string): Promise<void> {
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
    .executeTakeFirst()
  if (taken) throw new StartError(`There is a user ${userName} already: choose another --user-name.`)
}

/** The named organisation, else the one that staff belong to already; made where there is none. */
async function employerFor(tx: Tx, name: string | undefined): Promise<number> {
  if (name === undefined) {
    const colleague = await tx
      .selectFrom('users')
      .select('client_id')
      .where('is_internal', '=', true)
      .where('status', '<>', 3)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (colleague) return colleague.client_id
  }
  const wantedName = name ?? DEFAULT_CLIENT
  const known = await tx
    .selectFrom('clients')
    .select('id')
    .where('is_deleted', '=', false)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${wantedName} collate "en-x-icu")`)
    .executeTakeFirst()
  if (known) return known.id
  const made = await tx.insertInto('clients').values({ name: wantedName }).returning('id').executeTakeFirstOrThrow()
  return made.id
}

async function addUser(tx: Tx, wanted: Wanted, clientId: number, hash: string): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      user_name: wanted['user-name'],
      first_name: wanted['first-name'],
      last_name: wanted['last-name'],
      email: wanted.email,
      client_id: clientId,
      is_internal: true,
      may_sign_on_as: true,
      // Asked for once the administrator has enrolled one; before that it would only keep him out.
      second_factor_required: false,
      password_hash: hash,
      temporary_password_expires_at: sql<Date>`clock_now() + make_interval(hours => ${TEMPORARY_HOURS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The portal's system as its administrator, and each of its pages. */
async function grantPortal(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('user_system_grants')
    .values({ user_id: userId, system_id: PORTAL_SYSTEM, is_admin: true })
    .execute()
  await tx
    .insertInto('user_page_grants')
    .columns(['user_id', 'page_id'])
    .expression((eb) =>
      eb
        .selectFrom('pages')
        .select([sql<number>`${userId}::integer`.as('user_id'), 'id'])
        .where('system_id', '=', PORTAL_SYSTEM)
        .where('deleted_at', 'is', null)
        .where('name', 'in', adminPages),
    )
    .execute()
}

async function recordCreation(
  audit: Stores['audit'],
  userId: number,
  userName: string,
  clientId: number,
): Promise<void> {
  audit.record(null, {
    event: 'user_created',
    actorId: null,
    subjectId: userId,
    sessionId: null,
    target: { kind: 'user', id: userId },
    after: { userName, clientId, isInternal: true, isPortalAdmin: true, by: 'create-admin' },
  })
}
