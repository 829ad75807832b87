import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { queries } from '../../../db/queries.ts'
import { queue, run, runFirst } from '../../../db/run.ts'
import { arrayOf, int, statement, text, textOf } from '../../../db/statement.ts'
import { columnOfField } from '../../account/public.ts'
import { type ProvidedDetails, providedFields } from './account-details.ts'

export type SignInKind = 'password' | 'directory' | 'federated'

const kindOfDomain = statement([int, text], {
  name: 'scim: sign-in kind of domain',
  text: `select sign_in_kind as kind from client_domains where client_id = $1 and domain = $2 and is_confirmed`,
  row: { kind: textOf<SignInKind>() },
})

/** How users of a domain of the employer sign in; with a password where the domain is not theirs. */
export async function signInKindOf(tx: Tx, clientId: number, domain: string): Promise<SignInKind> {
  return (await runFirst(tx, kindOfDomain(clientId, domain)))?.kind ?? 'password'
}

const departmentOfName = statement([text], {
  name: 'scim: department of name',
  text: 'select id from departments where lower(name) = lower($1)',
  row: { id: int },
})

/** The department of a name in any case; null where there is none. */
export async function findDepartment(tx: Tx, name: string): Promise<number | null> {
  return name === '' ? null : ((await runFirst(tx, departmentOfName(name)))?.id ?? null)
}

const storedDetails = (details: Partial<ProvidedDetails>) =>
  Object.fromEntries(
    providedFields.flatMap((name) => (name in details ? [[columnOfField(name), details[name] ?? null]] : [])),
  )

export interface NewAccount {
  readonly id: number
  readonly userName: string
  readonly clientId: number
  readonly signInKind: SignInKind
  readonly isActive: boolean
  readonly details: ProvidedDetails
}

const insertAccount = (account: NewAccount) =>
  queries.insertInto('users').values({
    ...storedDetails(account.details),
    first_name: account.details.firstName,
    last_name: account.details.lastName,
    email: account.details.email,
    user_name: account.userName,
    client_id: account.clientId,
    status: account.isActive ? 1 : 2,
    sign_in_kind: account.signInKind,
    // The company requires a second factor itself if it wants one.
    second_factor_required: account.signInKind !== 'federated',
    provided_fields: statedFields(account.details),
    id: account.id,
  })

/**
 * Adds an account of a reserved id, without a password and without grants, with the next statement; the transaction
 * fails where the name is taken, by anyone.
 */
export const queueAccount = (tx: Tx, account: NewAccount): void => queue(tx, insertAccount(account))

const provideStatement = statement([int, arrayOf(text)], {
  name: 'scim: provide fields',
  text: 'update users set provided_fields = $2 where id = $1 and provided_fields <> $2',
})

/** The fields that a directory states. */
const statedFields = (details: ProvidedDetails) => providedFields.filter((name) => (details[name] ?? '') !== '')

/** Notes which fields of an account the directory provides: those that it states; null: none any more. */
export const noteProvidedFields = (tx: Tx, userId: number, details: ProvidedDetails | null): void =>
  queue(tx, provideStatement(userId, details ? statedFields(details) : []))

export interface AccountChange {
  readonly details: Partial<ProvidedDetails>
  readonly userName?: string
  readonly status?: 1 | 2
}

/** Stores a change of an account; triggers end sessions and sign-ins in progress of one that becomes inactive. */
export async function storeAccount(tx: Tx, userId: number, { details, userName, status }: AccountChange) {
  await run(
    tx,
    queries
      .updateTable('users')
      .set({
        ...storedDetails(details),
        ...(userName === undefined ? {} : { user_name: userName }),
        ...(status === undefined
          ? {}
          : {
              status,
              previous_status: status === 1 ? null : 1,
              status_changed_at: sql<Date>`clock_now()`,
              status_changed_by: null,
            }),
        // A form that was loaded before must not bring former values back.
        profile_version: sql<number>`profile_version + 1`,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', userId),
  )
}
