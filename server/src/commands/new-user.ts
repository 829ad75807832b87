import { CLIENT_NAME_MAX } from '@portico/contract/clients/client-rules.ts'
import { normalizeUserName, USER_NAME } from '@portico/contract/users/user-details-rules.ts'
import { emailIssues, firstNameIssues, normalizeText } from '@portico/contract/account/account-rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { passwordHashing } from '../crypto/password-hashing.ts'
import { temporaryPassword } from '../areas/password/public.ts'
import type { Tx } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { queries } from '../db/queries.ts'
import { runFirst, runOne } from '../db/run.ts'

/** Hours that a temporary password created by an operator is valid. */
export const TEMPORARY_HOURS = 24

const isName = (name: string) => firstNameIssues(name).length === 0
const isAddress = (address: string) => emailIssues(address).length === 0
const personName = z
  .string()
  .refine(isName, "must be 1 to 50 letters, digits, spaces or . , ' -")
  .transform(normalizeText)

/** The name of an organization. */
export const clientName = z
  .string()
  .transform(normalizeText)
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .max(CLIENT_NAME_MAX, `must not be longer than ${CLIENT_NAME_MAX} characters`),
  )

/** Options of a new user. */
export const newUserOptions = {
  'user-name': z
    .string()
    .transform(normalizeUserName)
    .pipe(z.string().regex(USER_NAME, 'must be 3 to 50 letters, digits or . _ -')),
  'first-name': personName,
  'last-name': personName,
  email: z.string().trim().refine(isAddress, 'must be an e-mail address with a domain such as example.com'),
}
export type NewUser = z.output<z.ZodObject<typeof newUserOptions>>

/** Decodes the options of a command. @throws {StartError} with one sentence per option and the usage. */
export function readOptions<Shape extends z.ZodRawShape>(
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
  usage: string,
): z.output<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(given)
  if (parsed.success) return parsed.data
  const problems = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0])
    if (!problems.has(name)) problems.set(name, `--${name} ${given[name] === undefined ? 'is missing' : message}`)
  }
  throw new StartError(`${[...problems.values()].join('; ')}. ${usage}`)
}

/** Returns a temporary password and its stored hash. */
export async function newTemporaryPassword(): Promise<{ password: string; hash: string }> {
  const password = temporaryPassword()
  return { password, hash: await (await passwordHashing()).hash(password) }
}

/** Message that shows a temporary password, once. */
export const showPassword = (password: string): string =>
  `Temporary password, good for one sign-in within ${TEMPORARY_HOURS} hours and shown only here:\n\n  ${password}\n`

/** @throws {StartError} when the name is taken, however it is typed. */
export async function refuseTakenName(tx: Tx, userName: string): Promise<void> {
  const existing = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .select('id')
      .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`),
  )
  if (existing) throw new StartError(`There is a user ${userName} already: choose another --user-name.`)
}

/** Returns the undeleted organization of this name. */
export async function findClient(tx: Tx, name: string): Promise<{ id: number; name: string } | undefined> {
  return runFirst(
    tx,
    queries
      .selectFrom('clients')
      .select(['id', 'name'])
      .where('is_deleted', '=', false)
      .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name} collate "en-x-icu")`),
  )
}

/** Adds a user with a temporary password; returns the id. */
export async function addUser(
  tx: Tx,
  user: NewUser,
  rest: {
    clientId: number
    hash: string
    isInternal: boolean
    maySignOnAs?: boolean
    isSecondFactorRequired?: boolean
  },
): Promise<number> {
  const { id } = await runOne(
    tx,
    queries
      .insertInto('users')
      .values({
        user_name: user['user-name'],
        first_name: user['first-name'],
        last_name: user['last-name'],
        email: user.email,
        client_id: rest.clientId,
        is_internal: rest.isInternal,
        may_sign_on_as: rest.maySignOnAs ?? false,
        ...(rest.isSecondFactorRequired === undefined ? {} : { second_factor_required: rest.isSecondFactorRequired }),
        password_hash: rest.hash,
        temporary_password_expires_at: sql<Date>`clock_now() + make_interval(hours => ${TEMPORARY_HOURS})`,
      })
      .returning('id'),
  )
  return id
}
