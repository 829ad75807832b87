import { type DemoPage, pageNamed, pages } from './demo-catalog.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** One in so many active users of clients has asked for an application. */
const EVERY = 60

const reasons = [
  'I take over from a colleague who has left.',
  'We plan the mailings of the next quarter and need the figures.',
  'My team lead asked me to check the addresses of our lists.',
  'I answer questions of our customers about it every day.',
]

const declined = 'Your team has another person who does this. Ask them first.'

/** Writes requests for applications in every state, and in the audit trail that they were made. */
export async function writeAccessRequests(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const asking = people.find(({ userName }) => userName === 'external.user')
  if (!asking) throw new Error('The demo has no external.user')
  const rowOf = (
    person: DemoPerson,
    page: DemoPage,
    state: 'pending' | 'granted' | 'declined' | 'withdrawn',
    days: number,
  ) => ({
    user_id: person.id,
    page_id: page.id,
    reason: reasons[(person.id + page.id) % reasons.length] ?? '',
    state,
    requested_at: moment.daysAgo(days, person.id % 600),
    ended_at: state === 'pending' ? null : moment.daysAgo(days - 1, person.id % 500),
    decided_by: state === 'granted' || state === 'declined' ? PORTAL_ADMIN : null,
    decision_reason: state === 'declined' ? declined : '',
  })
  const crowd = people.filter(
    ({ id, status = 1, isInternal, userName }) =>
      status === 1 && !isInternal && !userName.includes('.') && id % EVERY === 0,
  )
  const rows = [
    rowOf(asking, pageNamed('Dashboards'), 'granted', 48),
    rowOf(asking, pageNamed('Price List'), 'declined', 30),
    rowOf(asking, pageNamed('Address Check'), 'withdrawn', 12),
    rowOf(asking, pageNamed('Campaign Planner'), 'pending', 2),
    ...crowd.flatMap((person, index) => {
      const isHeld = index % 3 === 0
      const page = pages.find((one) => one.isRequestable && person.access.pages.includes(one.id) === isHeld)
      if (!page) return []
      return [rowOf(person, page, isHeld ? 'granted' : index % 3 === 1 ? 'declined' : 'pending', 2 + (index % 20))]
    }),
  ]
  await writer.insert('access_requests', rows)
  const employers = new Map(people.map(({ id, clientId }) => [id, clientId]))
  writer.record(
    rows.map(({ user_id: userId, page_id: pageId, requested_at: at }) => ({
      at,
      event: 'access_requested',
      actor_user_id: userId,
      client_id: employers.get(userId) ?? null,
      after: { pageId },
    })),
  )
}
