import * as z from 'zod/mini'
import { Id, OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { OWN_EXPORT_KEPT_DAYS, OWN_EXPORTS_A_DAY } from './person-export-rules.ts'
import { PersonExport } from './person-export.ts'

const ownExports = '/ccservices/secure/user/rest/db/account-settings/cpusers/{uid}/data-exports'

export const getOwnExport = endpoint({
  name: 'getOwnExport',
  method: 'GET',
  path: ownExports,
  guard: signedIn({ emulation: 'refuse' }),
  background: true,
  params: OwnUid,
  data: z.nullable(PersonExport),
})

export const requestOwnExport = endpoint({
  name: 'requestOwnExport',
  method: 'POST',
  path: ownExports,
  guard: signedIn({ emulation: 'refuse', freshSignIn: true }),
  params: OwnUid,
  data: PersonExport,
})

export const downloadOwnExport = endpoint({
  name: 'downloadOwnExport',
  method: 'POST',
  path: `${ownExports}/{exportId}/file`,
  kind: 'attachment',
  guard: signedIn({ emulation: 'refuse', freshSignIn: true }),
  params: z.strictObject({ uid: Id, exportId: Id }),
})

export const summaries = {
  getOwnExport: 'The newest export of everything about themselves that the user has asked for; null: none',
  requestOwnExport: `Ask for an archive with everything about oneself, which a job makes and an email announces. One at a time, ${OWN_EXPORTS_A_DAY} in 24 hours; kept for ${OWN_EXPORT_KEPT_DAYS} days`,
  downloadOwnExport: 'Download the finished export of everything about oneself, once',
}
