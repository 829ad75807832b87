import { FIRST_CLIENT } from './demo-clients.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Systems of the reviews of applications. */
const CAMPAIGN_STUDIO = 105
const CARD_SERVICES = 106

interface Review {
  id: number
  clientId: number | null
  systemId: number | null
  startedDaysAgo: number
  /** Negative: in the future. */
  dueDaysAgo: number
  /** How many of a hundred grants are decided. */
  decided: number
}

const reviews: readonly Review[] = [
  { id: 1, clientId: null, systemId: CARD_SERVICES, startedDaysAgo: 140, dueDaysAgo: 110, decided: 100 },
  { id: 2, clientId: null, systemId: CAMPAIGN_STUDIO, startedDaysAgo: 75, dueDaysAgo: 45, decided: 90 },
  { id: 3, clientId: FIRST_CLIENT, systemId: null, startedDaysAgo: 9, dueDaysAgo: -12, decided: 40 },
]

/** Neither permission sets nor directory groups gave what is decided. */
const BY_HAND_ALONE = { sets: [], groups: [] }

/** One in so many users has lost an application by a review. */
const ENDED_EVERY = 9

/** Writes a review that is completed, one that ended with open decisions, and one under way. */
export async function writeAccessReviews(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const decider = people.find(({ userName }) => userName === 'client.admin')?.id ?? PORTAL_ADMIN
  await writer.insert(
    'access_reviews',
    reviews.map(({ id, clientId, systemId, startedDaysAgo, dueDaysAgo }) => ({
      id,
      client_id: clientId,
      system_id: systemId,
      started_by: PORTAL_ADMIN,
      started_at: moment.daysAgo(startedDaysAgo),
      due_at: moment.daysAgo(dueDaysAgo),
    })),
  )
  await writer.insert(
    'access_review_items',
    reviews.flatMap((review) =>
      people
        .filter((person) => isReviewed(review, person))
        .flatMap((person) => itemsOf(review, person, moment, decider)),
    ),
  )
  await writer.countOn('access_reviews')
}

const isReviewed = ({ clientId }: Review, { status = 1, clientId: employer, isNew = false }: DemoPerson) =>
  status !== 3 && !isNew && (clientId === null || clientId === employer)

function itemsOf(review: Review, person: DemoPerson, moment: DemoMoment, decider: number) {
  const held = person.access.systems.filter(({ id }) => review.systemId === null || review.systemId === id)
  const hasNone = !person.access.systems.some(({ id }) => id === CARD_SERVICES)
  const lost = hasNone && person.id % ENDED_EVERY === 0 && review.systemId !== CAMPAIGN_STUDIO
  const decidedBy = person.id === decider || review.clientId === null ? PORTAL_ADMIN : decider
  const row = (systemId: number, decision: 'confirmed' | 'ended' | null, isAdmin: boolean, isSensitive: boolean) => ({
    review_id: review.id,
    user_id: person.id,
    system_id: systemId,
    is_admin: isAdmin,
    has_sensitive_data: isSensitive,
    granted_at: moment.daysAgo(review.startedDaysAgo + 60 + (person.id % 50)),
    decision,
    is_by_hand: decision === null ? null : true,
    sources: decision === null ? null : BY_HAND_ALONE,
    decided_by: decision === null ? null : decidedBy,
    decided_at: decision === null ? null : moment.daysAgo(review.startedDaysAgo - 1 - (person.id % 6), person.id % 400),
  })
  return [
    ...held.map(({ id, isAdmin = false, hasSensitiveData = false }) => {
      const isDecided = person.id !== PORTAL_ADMIN && (person.id * 37) % 100 < review.decided
      return row(id, isDecided || review.decided === 100 ? 'confirmed' : null, isAdmin, hasSensitiveData)
    }),
    ...(lost ? [row(CARD_SERVICES, 'ended', false, false)] : []),
  ]
}
