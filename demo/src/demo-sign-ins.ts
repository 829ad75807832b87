import type { DemoPerson } from './demo-person.ts'
import { type DemoRandom, demoRandom } from './demo-random.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

const DAYS = 60
const DAYS_OF_LAST_SIGN_INS = 365
const MINUTES_OF_A_DAY = 1440
/** One in so many sign-ins took a second try, half a minute after the first. */
const SECOND_TRY_EVERY = 23
const SECOND_TRY_MS = 30_000
/** Networks reserved for documentation. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']

interface SignIn {
  userId: number
  clientId: number
  at: Date
}

/**
 * Writes sixty days of sign-ins, with some failed tries, in the audit trail and as each user's latest two; some users signed in last up to a
 * year ago. No user is signed in.
 */
export async function writeSignIns(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const random = demoRandom(60)
  const signIns = people.flatMap((person) => signInsOf(person, moment, random))
  const inOrder = signIns.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.userId - b.userId)
  writer.record(
    inOrder.flatMap((signIn, index) => [
      ...(index % SECOND_TRY_EVERY === 0 ? [failedTry(signIn)] : []),
      success(signIn),
    ]),
  )
  const byUser = Map.groupBy(inOrder, ({ userId }) => userId)
  // A trigger inserted an empty row for every user.
  await writer.clear('user_sign_ins')
  await writer.insert(
    'user_sign_ins',
    people.map(({ id, isNew, isLocked = false }) => {
      const own = byUser.get(id) ?? []
      const lastOfAll = own.at(-1)?.at ?? (isNew ? null : beforeHistory(moment, random))
      return {
        user_id: id,
        attempts: 0,
        locked_until: isLocked ? 'infinity' : null,
        last_signed_in_at: lastOfAll,
        previous_signed_in_at: own.at(-2)?.at ?? null,
      }
    }),
  )
}

const eventOf = ({ userId, clientId, at }: SignIn) => ({
  at,
  subject_user_id: userId,
  client_id: clientId,
  address: `${NETWORKS[userId % NETWORKS.length]}.${1 + (userId % 250)}`,
})

const success = (signIn: SignIn) => ({
  ...eventOf(signIn),
  event: 'authn_login_success',
  actor_user_id: signIn.userId,
})

const failedTry = (signIn: SignIn) => ({
  ...eventOf({ ...signIn, at: new Date(signIn.at.getTime() - SECOND_TRY_MS) }),
  event: 'authn_login_fail',
  actor_user_id: null,
})

/** The last sign-in of a user who has none in the history; null for the few who never signed in. */
const beforeHistory = (moment: DemoMoment, random: DemoRandom): Date | null =>
  random.happens(0.85) ? moment.daysAgo(random.between(DAYS + 1, DAYS_OF_LAST_SIGN_INS), random.between(0, 600)) : null

/** Mostly on working days; the frequency depends on the user. Sign-ins of former users ended earlier. */
function signInsOf({ id, clientId, isNew, status = 1 }: DemoPerson, moment: DemoMoment, random: DemoRandom): SignIn[] {
  const habit = random.next() ** 2 * 0.2
  const untilDaysAgo = status === 1 ? 1 : 35
  const signIns: SignIn[] = []
  for (let day = DAYS; day >= untilDaysAgo; day--) {
    const minute = random.between(0, MINUTES_OF_A_DAY / 3)
    const signedIn = random.happens(habit)
    const at = moment.daysAgo(day, minute)
    const isWorkingDay = at.getUTCDay() % 6 !== 0
    if (!isNew && signedIn && (isWorkingDay || day % 5 === 0)) signIns.push({ userId: id, clientId, at })
  }
  return signIns
}
