import * as z from 'zod/mini'
import { Id, Instant } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { userAdmin } from '../users/users.ts'
import { PERSON_EXPORT_KEPT_HOURS, PERSON_EXPORTS_A_DAY, personExportStates } from './person-export-rules.ts'

const exportsOfUser = `${userAdmin}/cpusers/{userId}/data-exports`
const OneUser = z.strictObject({ uid: Id, userId: Id })

/** An export of everything about a user. */
export const PersonExport = z.object({
  exportId: z.int(),
  stateCd: z.enum(personExportStates),
  requestedDt: Instant,
  /** When it is deleted, downloaded or not. */
  expiresDt: Instant,
})
export type PersonExport = z.output<typeof PersonExport>

export const getPersonExport = endpoint({
  name: 'getPersonExport',
  method: 'GET',
  path: exportsOfUser,
  guard: admin('User Administration'),
  background: true,
  params: OneUser,
  data: z.nullable(PersonExport),
})

export const requestPersonExport = endpoint({
  name: 'requestPersonExport',
  method: 'POST',
  path: exportsOfUser,
  guard: admin('User Administration', { freshSignIn: true }),
  params: OneUser,
  data: PersonExport,
})

export const downloadPersonExport = endpoint({
  name: 'downloadPersonExport',
  method: 'POST',
  path: `${exportsOfUser}/{exportId}/file`,
  kind: 'attachment',
  guard: admin('User Administration', { freshSignIn: true }),
  params: z.strictObject({ uid: Id, userId: Id, exportId: Id }),
})

export const summaries = {
  getPersonExport: 'The newest export of everything about a user that the caller has asked for; null: none',
  requestPersonExport: `Ask for an archive with everything about a user, which a job makes and which takes the place of an earlier one. One of a user at a time, ${PERSON_EXPORTS_A_DAY} in 24 hours; kept for ${PERSON_EXPORT_KEPT_HOURS} hours`,
  downloadPersonExport: 'Download a finished export of the caller, once',
}
