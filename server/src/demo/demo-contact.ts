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

/** Writes the representatives of clients, and requests of users of the first one. */
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
  await writer.insert(
    'enhancement_requests',
    requests.map(({ section, comment, state, answer, days }) => ({
      user_id: idOf('external.user'),
      client_id: FIRST_CLIENT,
      section_id: section,
      comment,
      wants_contact: state !== 'done',
      state,
      answer,
      changed_by: answer === '' ? null : idOf('portal.admin'),
      version: answer === '' ? 1 : 2,
      created_at: moment.daysAgo(days),
      updated_at: moment.daysAgo(days),
    })),
  )
}
