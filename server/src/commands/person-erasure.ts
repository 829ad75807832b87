import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ERASURE_REASON_MAX, ERASURE_WAITING_DAYS_MAX } from '@portico/contract/users/erasure-kinds.ts'
import { type ExportedPerson, findPersonNamed } from '../areas/person-export/read-person.ts'
import { findTarget, isLastPortalAdmin, type UserTarget } from '../areas/permissions/user-targets.ts'
import { isErasureDue } from '../areas/users/actions/erasure-due.ts'
import { storeStatus } from '../areas/users/actions/set-status.ts'
import { eraseDueUsers } from '../areas/users/lifecycle/erase-users.ts'
import { hashOfCertificate } from '../areas/users/lifecycle/erasure-certificate.ts'
import { type ErasurePlan, planErasures } from '../areas/users/lifecycle/erasure-plan.ts'
import {
  askForErasure,
  findCertificate,
  findErasureDate,
  findWaitingErasures,
  isAtRest,
  takeBackErasure,
  type WaitingErasure,
} from '../areas/users/lifecycle/erasure-store.ts'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import type { Db, Tx } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { sentences, translateAsShipped } from '../http/sentences.ts'
import { refuseOtherRing } from '../secret-keys/known-keys.ts'
import { statementsIn } from '../secret-keys/held-secrets.ts'
import { StartError } from '../start-error.ts'
import { isThereAlready, writeNewFile } from './new-file.ts'
import { onDatabase, type OpenedServer } from './open.ts'
import { recordUserCommand } from './record-command.ts'

export const erasureUsage = [
  'Usage: npm run portal -- person erase USER-NAME [--yes [--in-days NUMBER] [--reason TEXT] [--to FILE]]',
  'Usage: npm run portal -- person erase USER-NAME --take-back',
  'Usage: npm run portal -- person certificate USER-NUMBER [--to FILE]',
].join('\n')

interface Wanted {
  /** A user ID, or for a certificate the number of a user. */
  user: string
  does: 'plan' | 'erase' | 'take-back' | 'certificate'
  /** Null: that of the settings. */
  inDays: number | null
  reason: string
  /** Null: named after the number of the user. */
  to: string | null
}

/** Dependencies of an action. */
interface Deps {
  db: Db
  keys: KeyRing
  config: OpenedServer['config']
}

/** `person erase` and `person certificate`. */
export async function personErasureCommand(args: readonly string[]): Promise<void> {
  const wanted = readWanted(args)
  await onDatabase('person', async ({ jobs: db }, { config }) => {
    const keys = keyRing(config.secretKeys)
    await db.read(everything, (tx) => refuseOtherRing(statementsIn(tx), keys))
    process.stdout.write(`${await actions[wanted.does]({ db, keys, config }, wanted)}\n`)
  })
}

function readWanted(args: readonly string[]): Wanted {
  const { values, positionals } = readArguments(args)
  const [action, user, ...rest] = positionals
  const { yes, 'take-back': takesBack, 'in-days': days, reason, to } = values
  if (user === undefined || rest.length > 0 || (yes && takesBack)) throw new StartError(erasureUsage)
  if (reason.length > ERASURE_REASON_MAX) throw new StartError(`A reason has at most ${ERASURE_REASON_MAX} characters.`)
  const inDays = days === undefined ? null : readDays(days)
  return {
    user,
    does: action === 'certificate' ? action : actOf(yes, takesBack),
    inDays,
    reason: reason.trim(),
    to: to ?? null,
  }
}

const actOf = (isSure: boolean, takesBack: boolean) => (isSure ? 'erase' : takesBack ? 'take-back' : 'plan')

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        yes: { type: 'boolean', default: false },
        'take-back': { type: 'boolean', default: false },
        'in-days': { type: 'string' },
        reason: { type: 'string', default: '' },
        to: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ', 1)[0]}. ${erasureUsage}`, { cause: error })
  }
}

function readDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days > ERASURE_WAITING_DAYS_MAX)
    throw new StartError(`--in-days takes a number from 0 to ${ERASURE_WAITING_DAYS_MAX}, not "${text}".`)
  return days
}

const actions: Readonly<Record<Wanted['does'], (deps: Deps, wanted: Wanted) => Promise<string>>> = {
  plan: printPlan,
  erase,
  'take-back': takeBack,
  certificate: writeCertificate,
}

async function getPerson(tx: Tx, userName: string): Promise<ExportedPerson> {
  const person = await findPersonNamed(tx, userName)
  if (!person) throw new StartError(`There is no user ${userName}.`)
  return person
}

/** Like `getPerson`, locked until the end of the transaction. */
async function lockPerson(tx: Tx, userName: string): Promise<UserTarget> {
  const target = await findTarget(tx, (await getPerson(tx, userName)).id)
  if (!target) throw new StartError(`There is no user ${userName}.`)
  return target
}

const termsOf = ({ config }: Deps, { inDays }: Wanted) => ({
  waitingDays: inDays ?? config.erasureWaitingDays,
  keptDays: config.deletedUsersKeptDays,
})

/** In UTC, to the minute. */
const momentOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function printPlan(deps: Deps, wanted: Wanted): Promise<string> {
  const { person, plan, waiting, outcome } = await deps.db.read(everything, async (tx) => {
    const found = await getPerson(tx, wanted.user)
    return {
      person: found,
      plan: (await planErasures(tx, [found.id])).get(found.id),
      waiting: (await findWaitingErasures(tx, [found.id])).get(found.id),
      outcome: await outcomeOf(tx, deps, wanted, found),
    }
  })
  return [...planLines(person, plan ?? { goes: [], stays: [] }, waiting), `Nothing is changed. ${outcome}`].join('\n')
}

/** What --yes would do. */
async function outcomeOf(tx: Tx, deps: Deps, wanted: Wanted, { id, userName }: ExportedPerson): Promise<string> {
  const terms = termsOf(deps, wanted)
  if (terms.waitingDays === 0)
    return (await isAtRest(tx, id)) ? `With --yes ${userName} is erased at once, for good.` : notAtRest(userName)
  const date = await findErasureDate(tx, id, terms)
  return `With --yes ${userName} is deleted now and erased${date ? ` from ${momentOf(date)} on` : ''}.`
}

const notAtRest = (userName: string) =>
  `${userName} was not deleted three hours ago or earlier, and a file of theirs may still arrive: delete them first and wait as long, or use --in-days 1.`

function planLines(
  person: ExportedPerson,
  { goes, stays }: ErasurePlan,
  waiting: WaitingErasure | undefined,
): string[] {
  const line = (count: number, words: string) => `${String(count || '-').padStart(8)}  ${words}`
  return [
    `The erasure of ${person.userName} (user ${person.id}) takes:`,
    ...goes
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => line(count, translateAsShipped(sentences[`erasure_goes_${kind}`]))),
    'It leaves:',
    ...stays.map(({ kind, count }) => line(count, translateAsShipped(sentences[`erasure_stays_${kind}`]))),
    ...(waiting ? [`It was asked for already, and is due from ${momentOf(waiting.dueAt)} on.`] : []),
  ]
}

async function erase(deps: Deps, wanted: Wanted): Promise<string> {
  const terms = termsOf(deps, wanted)
  const { waitingDays, keptDays } = terms
  const { id, dueAt } = await deps.db.transact(everything, async (tx) => {
    const person = await lockPerson(tx, wanted.user)
    if (waitingDays === 0) {
      refuseExisting(fileOf(wanted, person.id))
      if (!(await isAtRest(tx, person.id))) throw new StartError(notAtRest(wanted.user))
    } else if (await isErasureDue(tx, person.id, keptDays))
      throw new StartError(`${wanted.user} is being erased already. --in-days 0 completes it.`)
    await closeAccount(tx, person)
    const due = await askForErasure(tx, { userId: person.id, by: null, reason: wanted.reason }, terms)
    recordUserCommand(tx, person.id, 'erasure_requested', { dueAt: due, reason: wanted.reason, by: 'person erase' })
    return { id: person.id, dueAt: due }
  })
  if (waitingDays > 0)
    return [
      `${wanted.user} is deleted and can no longer sign in. The job erase-deleted-users erases the data from ${momentOf(dueAt)} on.`,
      `Until then: npm run portal -- person erase ${wanted.user} --take-back. Afterwards: npm run portal -- person certificate ${id}.`,
    ].join('\n')
  await eraseDueUsers({ ...deps, ...erasureTerms(deps) }, [id])
  const written = await writeCertificate(deps, { ...wanted, user: String(id) })
  return `${wanted.user} is erased. Files of documents leave the storage within half an hour, by the job document-sweep.\n${written}`
}

const erasureTerms = ({ config }: Deps) => ({
  deletedUsersKeptDays: config.deletedUsersKeptDays,
  portal: config.publicUrl.origin,
})

/** Deletes a user who is not deleted yet; never the last portal administrator (decision E1). */
async function closeAccount(tx: Tx, person: UserTarget): Promise<void> {
  if (person.status === 3) return
  if (person.isPortalAdmin && (await isLastPortalAdmin(tx, person.id)))
    throw new StartError(`${person.userName} is the last portal administrator: make another one first.`)
  await storeStatus(tx, null, person, 3)
  recordUserCommand(tx, person.id, 'user_updated', { status: 3, by: 'person erase' }, { status: person.status })
}

async function takeBack({ db, config }: Deps, { user }: Wanted): Promise<string> {
  return db.transact(everything, async (tx) => {
    const person = await lockPerson(tx, user)
    if (!(await takeBackErasure(tx, person.id)))
      throw new StartError(`No erasure of ${user} waits that can be taken back.`)
    recordUserCommand(tx, person.id, 'erasure_taken_back', { by: 'person erase --take-back' })
    const date = await findErasureDate(tx, person.id, { waitingDays: null, keptDays: config.deletedUsersKeptDays })
    const until = date ? ` until ${momentOf(date)}, and from then on the job erases the data all the same` : ''
    return `The erasure of ${user} is taken back. The user is still deleted; a portal administrator can restore them${until}.`
  })
}

const fileOf = ({ to }: Wanted, userId: number): string => path.resolve(to ?? `erasure-${userId}.json`)

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new StartError(isThereAlready(file))
}

async function writeCertificate({ db }: Deps, wanted: Wanted): Promise<string> {
  if (!/^\d{1,9}$/.test(wanted.user)) throw new StartError(erasureUsage)
  const userId = Number(wanted.user)
  const certificate = await db.read(everything, (tx) => findCertificate(tx, userId))
  if (certificate === undefined) throw new StartError(`There is no certificate: no user ${userId} is erased.`)
  const file = fileOf(wanted, userId)
  refuseExisting(file)
  await writeNewFile(file, () => Promise.resolve(Readable.from([certificate])))
  return `The certificate is in ${file}. Its SHA-256, which the audit trail has too: ${hashOfCertificate(certificate)}`
}
