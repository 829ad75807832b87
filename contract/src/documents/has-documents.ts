import { OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'

export const hasDocuments = endpoint({
  name: 'hasDocuments',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/mydocs/cpusers/{uid}/mydocuments/any',
  guard: signedIn(),
  params: OwnUid,
  data: YesNo,
})

export const summaries = {
  hasDocuments: 'Y: the user has documents, in the trash or not, or others share some with them',
}
