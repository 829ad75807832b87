import * as z from 'zod/mini'
import { OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'

export const listSharingClients = endpoint({
  name: 'listSharingClients',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/mydocs/cpusers/{uid}/mydocuments/clients',
  guard: signedIn(),
  params: OwnUid,
  data: z.array(z.object({ clientId: z.int(), clientNm: z.string() })),
})

export const summaries = {
  listSharingClients: 'Clients with users whom the user may share with (decision J3)',
}
