import { demoClients, FIRST_CLIENT } from './demo-clients.ts'
import type { DemoPerson } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

const NAMED = [
  { userName: 'delegated.admin', role: 'Account manager' },
  { userName: 'internal.user', role: 'Production and schedules' },
] as const

const requests = [
  {
    section: 3,
    comment: 'A search for payments by amount, with a tolerance of a few cents.',
    state: 'planned',
    answer: 'Planned for spring, with a tolerance that you choose.',
    days: 41,
  },
  {
    section: 6,
    comment: 'Could campaigns be copied from one year to the next?',
    state: 'done',
    answer: 'Yes: open last year’s campaign and select Copy.',
    days: 23,
  },
  { section: 12, comment: 'Invoices as one file for the month, please.', state: 'received', answer: '', days: 4 },
] as const

/** What users of other clients suggest, one after the other. */
const suggestions = [
  { section: 6, comment: 'The list of campaigns should remember how I sorted it.', state: 'in-review', answer: '' },
  { section: 3, comment: 'Please show who released a payment, and when.', state: 'received', answer: '' },
  { section: 12, comment: 'Send a reminder before an invoice is due.', state: 'received', answer: '' },
  {
    section: 3,
    comment: 'Dark mode for the payment calendar.',
    state: 'declined',
    answer: 'The calendar is replaced.',
  },
] as const

/** Users of a client without a role of their own. */
const isOrdinary = ({ status = 1, isInternal = false, isNew = false, userName, clientId }: DemoPerson) =>
  status === 1 && !isInternal && !isNew && clientId !== FIRST_CLIENT && !userName.includes('.')

const SENDER_EVERY = 180

function suggestionRows(people: readonly DemoPerson[], moment: DemoMoment, answererId: number) {
  const senders = people.filter(isOrdinary).filter((_, at) => at % SENDER_EVERY === 0)
  return senders.flatMap(({ id, clientId }, at) => {
    const suggestion = suggestions[at % suggestions.length]
    return suggestion ? [requestRow({ ...suggestion, days: 2 + 5 * at }, { id, clientId }, moment, answererId)] : []
  })
}

interface Suggestion {
  section: number
  comment: string
  state: 'received' | 'in-review' | 'planned' | 'done' | 'declined'
  answer: string
  days: number
}

const requestRow = (
  { section, comment, state, answer, days }: Suggestion,
  sender: { id: number; clientId: number },
  moment: DemoMoment,
  answererId: number,
) => ({
  user_id: sender.id,
  client_id: sender.clientId,
  section_id: section,
  comment,
  wants_contact: state !== 'done',
  state,
  answer,
  changed_by: answer === '' ? null : answererId,
  version: answer === '' ? 1 : 2,
  created_at: moment.daysAgo(days),
  updated_at: moment.daysAgo(days),
})

/** Writes the representatives of clients, and enhancement requests. */
export async function writeContact(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const idOf = (userName: string) => {
    const person = people.find((one) => one.userName === userName)
    if (!person) throw new Error(`The demo has no ${userName}`)
    return person.id
  }
  const clients = demoClients.filter(({ id }) => id === FIRST_CLIENT)
  await writer.insert('client_representatives', [
    ...clients.flatMap(({ id }) =>
      NAMED.map(({ userName, role }, index) => ({
        client_id: id,
        user_id: idOf(userName),
        role,
        display_order: index + 1,
      })),
    ),
    { client_id: null, user_id: idOf('delegated.admin'), role: 'Client Relations', display_order: 1 },
  ])
  const sender = { id: idOf('external.user'), clientId: FIRST_CLIENT }
  await writer.insert('enhancement_requests', [
    ...requests.map((one) => requestRow(one, sender, moment, idOf('portal.admin'))),
    ...suggestionRows(people, moment, idOf('portal.admin')),
  ])
}
