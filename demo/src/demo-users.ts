import { connectAsOwner, type PasswordHashing } from '@portico/server/for-demo.ts'
import { namedPeople } from './demo-accounts.ts'
import { carrierIds, departmentId } from './demo-clients.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import { demoRandom } from './demo-random.ts'
import type { DemoSecrets } from './demo-secrets.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Represents all users that the printed list does not name. */
const CROWD = 'crowd'

/** Hashes of the demo's password and answer: one for each named user, one for the crowd. */
export interface DemoHashes {
  password(person: DemoPerson): string
  readonly answer: string
}

export async function demoHashes(hashing: PasswordHashing, secrets: DemoSecrets): Promise<DemoHashes> {
  const [answer, ofCrowd, ...ofNamed] = await Promise.all([
    hashing.hash(secrets.answer),
    hashing.hash(secrets.passwordOf(CROWD)),
    ...namedPeople.map(({ userName }) => hashing.hash(secrets.passwordOf(userName))),
  ])
  const own = new Map(namedPeople.map(({ id }, index) => [id, ofNamed[index]]))
  return { answer, password: ({ id }) => own.get(id) ?? ofCrowd }
}

/** Older than any setting of the maximum age. */
const EXPIRED_DAYS = 4000
const CROWD_OLDEST_DAYS = 97
const AGREED_QUESTIONS = 6

/** Writes the administrator who applies the files, without what those bring along. */
export async function writeAdministrator(
  writer: DemoWriter,
  { id, userName, firstName, lastName, ...person }: DemoPerson,
) {
  const named = { id, user_name: userName, first_name: firstName, last_name: lastName, email: person.email }
  await writer.insert('users', [{ ...named, client_id: person.clientId, is_internal: true }])
}

/** Writes the users with what the gates require, and completes the administrator, who is there already. */
export async function writeUsers(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
  hashes: DemoHashes,
): Promise<void> {
  const random = demoRandom(1001)
  const rows = people.map((person) => {
    const since = person.isNew ? random.between(1, 3) : random.between(90, 1100)
    return {
      ...nameRow(person),
      ...contactRow(person, random.between(0, 9999), moment),
      ...standingRow(person, since, moment),
      ...passwordRow(person, since, moment, hashes),
      ...questionRow(person, hashes),
      license_accepted_at: person.hasNotAcceptedLicense ? null : moment.daysAgo(Math.max(since - 1, 0), 30),
      license_version: person.hasNotAcceptedLicense ? null : 1,
    }
  })
  const isThere = ({ id }: { id: number }) => id === PORTAL_ADMIN
  await writer.update('users', ['id'], rows.filter(isThere))
  await writer.insert(
    'users',
    rows.filter((row) => !isThere(row)),
  )
  writer.record(
    people.flatMap((person, index) =>
      person.isNew ? [creationEvent(person, rows[index]?.created_at ?? moment.now)] : [],
    ),
  )
  await writer.insert(
    'user_notification_types',
    people.flatMap(({ id }) => [
      ...(random.happens(0.6) ? [{ user_id: id, notification_type_id: 1 }] : []),
      ...(hasMobile(id) && random.happens(0.3) ? [{ user_id: id, notification_type_id: 2 }] : []),
    ]),
  )
  await writer.countOn('users')
}

function nameRow(person: DemoPerson) {
  return {
    id: person.id,
    user_name: person.userName,
    first_name: person.firstName,
    middle_initial: person.middleInitial ?? null,
    last_name: person.lastName,
    email: person.email,
    client_id: person.clientId,
    department_id: departmentId(person.department),
    job_title: person.jobTitle,
    employee_id: `E${String(person.id * 7).padStart(6, '0')}`,
    cost_center: `${41 + (person.id % 5)}00-${10 + (person.id % 3)}`,
    is_internal: person.isInternal ?? false,
    is_us_associate: person.isUsAssociate ?? false,
    sign_in_kind: person.signInKind ?? ('password' as const),
    second_factor_required: person.needsSecondFactor ?? false,
    may_sign_on_as: person.maySignOnAs ?? false,
  }
}

/** Every third user has no mobile number. */
const hasMobile = (id: number) => id % 3 !== 0

/** Fictional numbers: 555-01xx. */
function contactRow({ id }: DemoPerson, extension: number, moment: DemoMoment) {
  const areas = ['206', '212', '312', '415', '503', '617', '734', '919']
  const area = areas[id % areas.length] ?? '206'
  const line = (offset: number) => `${area}55501${String((id + offset) % 100).padStart(2, '0')}`
  const carrier = hasMobile(id) ? (carrierIds[id % carrierIds.length] ?? null) : null
  return {
    work_phone: line(0),
    work_extension: id % 4 === 0 ? String(extension) : null,
    mobile_phone: hasMobile(id) ? line(37) : null,
    sms_carrier_id: carrier,
    agreed_to_texts_at: carrier === null ? null : moment.daysAgo(30, id),
  }
}

const creationEvent = ({ id, clientId }: DemoPerson, at: Date) => ({
  at,
  event: 'user_created',
  actor_user_id: PORTAL_ADMIN,
  subject_user_id: id,
  client_id: clientId,
  target_kind: 'user',
  target_id: String(id),
})

function standingRow({ status = 1, password }: DemoPerson, since: number, moment: DemoMoment) {
  const created = moment.daysAgo(password === 'expired' ? EXPIRED_DAYS : since)
  // Deleted recently enough to be restored.
  const changed = status === 1 ? created : moment.daysAgo(status === 3 ? 1 + (since % 25) : 5 + (since % 80))
  return {
    status,
    previous_status: status === 3 ? (1 as const) : null,
    status_changed_at: changed,
    status_changed_by: status === 3 ? PORTAL_ADMIN : null,
    created_at: created,
    updated_at: changed,
  }
}

function passwordRow(person: DemoPerson, since: number, moment: DemoMoment, hashes: DemoHashes) {
  const none = { password_hash: null, password_changed_at: null, temporary_password_expires_at: null }
  if (person.signInKind && person.signInKind !== 'password') return none
  const some = { ...none, password_hash: hashes.password(person) }
  // A temporary password without an expiry: it stays until it is changed, however often it is used.
  if (person.password === 'temporary') return some
  return { ...some, password_changed_at: moment.daysAgo(passwordAge(person, since), 45) }
}

/**
 * Days since the password was changed. Passwords of the printed accounts are new, so that they sign in without a gate;
 * of the crowd's, which the portal's own limit ends after 90 days, some end soon and some have ended.
 */
function passwordAge({ id, password }: DemoPerson, since: number): number {
  if (password === 'expired') return EXPIRED_DAYS
  return isPrinted(id) ? 0 : Math.min(since, (id * 37) % CROWD_OLDEST_DAYS)
}

const isPrinted = (id: number) => namedPeople.some((named) => named.id === id)

/** Makes the passwords of the printed accounts new again, so that they sign in however old the demo is. */
export async function renewPasswords(url: string): Promise<void> {
  const kept = namedPeople.filter(({ password }) => password !== 'expired').map(({ id }) => id)
  const connection = await connectAsOwner(url, 'portal demo world')
  try {
    await connection.query(
      'update users set password_changed_at = clock_now() where id = any($1) and password_changed_at is not null',
      [kept],
    )
  } finally {
    await connection.end()
  }
}

function questionRow(person: DemoPerson, { answer }: DemoHashes) {
  const isByPassword = (person.signInKind ?? 'password') === 'password'
  const hasQuestion = isByPassword && !person.hasNoQuestion
  return {
    security_question_id: hasQuestion ? 1 + (person.id % AGREED_QUESTIONS) : null,
    security_answer_hash: hasQuestion ? answer : null,
  }
}
