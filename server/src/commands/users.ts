import { sql } from 'kysely'
import { sealMailSecret } from '../areas/mail/public.ts'
import { StartError } from '../start-error.ts'
import {
  addUser,
  clientName,
  findClient,
  newTemporaryPassword,
  newUserOptions,
  readOptions,
  refuseTakenName,
  showPassword,
  TEMPORARY_HOURS,
} from './new-user.ts'
import { type Action, type ActionDeps, type Actions, runAction } from './run-action.ts'
import { storeTemporaryPassword } from '../areas/password/password-store.ts'
import { forgetRecoveryLink } from '../areas/password/recovery-link-store.ts'
import { addMail } from '../areas/mail/outbox-store.ts'
import { forgetSignInTickets } from '../areas/sign-in/sign-in-ticket-store.ts'
import { endSessionsOfUser, endEmulationsOfActor } from '../areas/session/session-store.ts'
import { queries } from '../db/queries.ts'
import { run, runFirst, runOne } from '../db/run.ts'
import { recordUserCommand } from './record-command.ts'

const USER = 'USER-NAME'
const LISTED = 200

/** The target of an action about one user. */
interface Target {
  id: number
  userName: string
  firstName: string
  email: string
  clientId: number
  status: 1 | 2
  signInKind: 'password' | 'directory' | 'federated'
  passwordHash: string | null
  lockedUntil: Date | null
  isLocked: boolean
}

/** An action about one user, who must exist and not be deleted. */
const aboutUser = (
  does: string,
  run: (deps: ActionDeps, user: Target, options: { mail: boolean }) => Promise<string>,
  takesMail = false,
): Action => ({
  takes: takesMail ? `${USER} [--mail]` : USER,
  does,
  positionals: 1,
  options: takesMail ? { mail } : {},
  run: async (deps, { positionals: [userName = ''], options }) =>
    run(deps, await getUser(deps, userName), { mail: options['mail'] === true }),
})

const createUsage =
  '--user-name NAME --first-name NAME --last-name NAME --email ADDRESS --client "ORGANIZATION" [--internal] [--mail]'
const text = (value: string, means: string) => ({ type: 'string', value, means }) as const
const mail = { type: 'boolean', means: 'mails the temporary password instead of printing it' } as const

const actions: Actions = {
  list: {
    takes: '[--search TEXT]',
    does: `lists users with their organization, status and lock, ${LISTED} at most; --search looks in names and addresses`,
    positionals: 0,
    options: { search: text('TEXT', 'part of a user ID, name or email address') },
    run: (deps, { options }) => list(deps, options['search']?.toString() ?? ''),
  },
  create: {
    takes: createUsage,
    does: 'makes a user with a temporary password, which is printed, or mailed with --mail; --internal makes them staff',
    positionals: 0,
    options: {
      'user-name': text('NAME', 'user ID: 3 to 50 letters, digits or . _ -'),
      'first-name': text('NAME', 'first name'),
      'last-name': text('NAME', 'last name'),
      email: text('ADDRESS', 'email address'),
      client: text('"ORGANIZATION"', 'organization of the user, which must exist'),
      internal: { type: 'boolean', means: 'makes them staff' },
      mail,
    },
    run: (deps, { options }) => create(deps, options),
  },
  unlock: aboutUser('lifts every lock of a user and gives back their password attempts', unlock),
  activate: aboutUser('makes an inactive user active again', (deps, user) => setStatus(deps, user, 1)),
  deactivate: aboutUser('makes a user inactive and ends their sessions', (deps, user) => setStatus(deps, user, 2)),
  'reset-password': aboutUser(
    'gives a user a temporary password, printed or mailed with --mail, and ends their sessions',
    resetPassword,
    true,
  ),
  'end-sessions': aboutUser('ends all sessions and sign-ins in progress of a user', endSessions),
}

/** `users`: manages accounts when no administrator can sign in. */
export const usersCommand = (args: readonly string[]): Promise<void> => runAction('users', actions, args)

async function getUser({ tx }: ActionDeps, userName: string): Promise<Target> {
  const user = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .leftJoin('user_sign_ins', 'user_sign_ins.user_id', 'users.id')
      .select([
        'users.id',
        'user_name as userName',
        'first_name as firstName',
        'email',
        'client_id as clientId',
        'status',
        'sign_in_kind as signInKind',
        'password_hash as passwordHash',
        'locked_until as lockedUntil',
        sql<boolean>`coalesce(locked_until > clock_now(), false)`.as('isLocked'),
      ])
      .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
      .where('status', 'in', [1, 2])
      .$narrowType<{ status: 1 | 2 }>()
      .forUpdate('users'),
  )
  if (!user) throw new StartError(`There is no user ${userName}.`)
  return user
}

const statusNames = { 1: 'active', 2: 'inactive' } as const

async function list({ tx }: ActionDeps, search: string): Promise<string> {
  const pattern = `%${search.trim().replaceAll(/[%_\\]/g, '\\$&')}%`
  const rows = await run(
    tx,
    queries
      .selectFrom('users')
      .innerJoin('clients', 'clients.id', 'users.client_id')
      .leftJoin('user_sign_ins', 'user_sign_ins.user_id', 'users.id')
      .select([
        'user_name as userName',
        sql<string>`first_name || ' ' || last_name`.as('name'),
        'email',
        'clients.name as client',
        'status',
        'is_internal as isInternal',
        'last_signed_in_at as lastSignedInAt',
        sql<boolean>`coalesce(locked_until > clock_now(), false)`.as('isLocked'),
      ])
      .where('status', 'in', [1, 2])
      .$narrowType<{ status: 1 | 2 }>()
      .$if(search.trim() !== '', (query) =>
        query.where((eb) =>
          eb.or([
            eb('user_name', 'ilike', pattern),
            eb('email', 'ilike', pattern),
            eb(sql<string>`first_name || ' ' || last_name`, 'ilike', pattern),
          ]),
        ),
      )
      .orderBy('user_name_folded')
      .limit(LISTED + 1),
  )
  if (rows.length === 0) return 'No users found.'
  const lines = rows
    .slice(0, LISTED)
    .map((row) =>
      [
        row.userName,
        row.name,
        row.email,
        row.client,
        [statusNames[row.status], ...(row.isLocked ? ['locked'] : []), ...(row.isInternal ? ['staff'] : [])].join(', '),
        row.lastSignedInAt === null ? 'never signed in' : `signed in ${row.lastSignedInAt.toISOString().slice(0, 10)}`,
      ].join('  '),
    )
  return rows.length > LISTED
    ? [...lines, `There are more than ${LISTED}: narrow with --search.`].join('\n')
    : lines.join('\n')
}

async function create(deps: ActionDeps, options: Readonly<Record<string, unknown>>): Promise<string> {
  const usage = `Usage: npm run portal -- users create ${createUsage}`
  const wanted = readOptions({ ...newUserOptions, client: clientName }, options, usage)
  const { tx } = deps
  await refuseTakenName(tx, wanted['user-name'])
  const client = await findClient(tx, wanted.client)
  if (!client) throw new StartError(`There is no organization "${wanted.client}".`)
  const { password, hash } = await newTemporaryPassword()
  const isInternal = options['internal'] === true
  const id = await addUser(tx, wanted, { clientId: client.id, hash, isInternal })
  const user = await getUser(deps, wanted['user-name'])
  recordUserCommand(deps.tx, id, 'user_created', {
    userName: user.userName,
    clientId: client.id,
    isInternal,
    by: 'users create',
  })
  const made = `${user.userName} of ${client.name} is a user now.`
  return `${made} ${await handOver(deps, user, password, { mail: options['mail'] === true, reason: 'new-account' })}`
}

async function unlock(deps: ActionDeps, user: Target): Promise<string> {
  await run(
    deps.tx,
    queries.updateTable('user_sign_ins').set({ attempts: 0, locked_until: null }).where('user_id', '=', user.id),
  )
  await run(deps.tx, queries.deleteFrom('device_sign_ins').where('user_id', '=', user.id))
  recordUserCommand(
    deps.tx,
    user.id,
    'authz_admin',
    { isLocked: false, by: 'users unlock' },
    { isLocked: user.isLocked },
  )
  return user.isLocked ? `${user.userName} is unlocked.` : `${user.userName} was not locked.`
}

async function setStatus(deps: ActionDeps, user: Target, status: 1 | 2): Promise<string> {
  if (user.status === status) return `${user.userName} is ${statusNames[status]} already.`
  await run(
    deps.tx,
    queries
      .updateTable('users')
      .set({
        status,
        status_changed_at: sql<Date>`clock_now()`,
        status_changed_by: null,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', user.id),
  )
  const by = `users ${status === 1 ? 'activate' : 'deactivate'}`
  recordUserCommand(
    deps.tx,
    user.id,
    'authz_admin',
    { status: statusNames[status], by },
    { status: statusNames[user.status] },
  )
  return status === 1 ? `${user.userName} is active.` : `${user.userName} is inactive; their sessions have ended.`
}

async function resetPassword(deps: ActionDeps, user: Target, { mail }: { mail: boolean }): Promise<string> {
  if (user.signInKind !== 'password')
    throw new StartError(`${user.userName} signs in at their company; the portal keeps no password of theirs.`)
  const { password, hash } = await newTemporaryPassword()
  await storeTemporaryPassword(deps.tx, user, hash, TEMPORARY_HOURS * 60)
  await forgetRecoveryLink(deps.tx, user.id)
  await endAllSessions(deps, user.id, 'password-changed')
  recordUserCommand(deps.tx, user.id, 'authn_password_change', {
    isTemporary: true,
    isMailed: mail,
    by: 'users reset-password',
  })
  const hints = [
    ...(user.isLocked ? [`The account is locked: "users unlock ${user.userName}" lifts that.`] : []),
    ...(user.status === 2 ? [`The user is inactive: "users activate ${user.userName}" changes that.`] : []),
  ]
  const delivery = await handOver(deps, user, password, { mail, reason: 'administrator' })
  return [`The password of ${user.userName} is reset; their sessions have ended. ${delivery}`, ...hints].join('\n')
}

/** Prints the temporary password or emails it; returns the message. */
async function handOver(
  { tx, keys, sendsMail }: ActionDeps,
  { id, firstName, userName, email, clientId }: Target,
  password: string,
  { mail, reason }: { mail: boolean; reason: 'administrator' | 'new-account' },
): Promise<string> {
  if (!mail) return showPassword(password)
  if (!sendsMail)
    throw new StartError('No mail server is set (PORTAL_SMTP_URL): leave --mail out, and the password is printed.')
  const { validUntil } = await runOne(
    tx,
    queries.selectFrom('users').select('temporary_password_expires_at as validUntil').where('id', '=', id),
  )
  const end = (validUntil as Date).toISOString()
  await addMail(tx, {
    template: 'temporary-password',
    fields: { firstName, userName, password: sealMailSecret(keys, password), validUntil: end, reason },
    dedupeKey: `temporary-password:${id}:${end}`,
    to: email,
    clientId,
  })
  return `A temporary password, good for one sign-in within ${TEMPORARY_HOURS} hours, is mailed to ${email} as soon as the portal runs.`
}

async function endSessions(deps: ActionDeps, user: Target): Promise<string> {
  const ended = await endAllSessions(deps, user.id, 'revoked')
  recordUserCommand(deps.tx, user.id, 'authz_admin', { endedSessions: ended, by: 'users end-sessions' })
  return ended === 1
    ? `One session of ${user.userName} has ended.`
    : `${ended} sessions of ${user.userName} have ended.`
}

/**
 * Ends the user's own sessions, those in which they act as others, and sign-ins in progress; returns the number of
 * sessions.
 */
async function endAllSessions(
  { tx }: ActionDeps,
  userId: number,
  reason: 'revoked' | 'password-changed',
): Promise<number> {
  await forgetSignInTickets(tx, userId)
  return (await endSessionsOfUser(tx, userId, null, reason)) + (await endEmulationsOfActor(tx, userId, reason))
}
