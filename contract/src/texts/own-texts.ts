import * as z from 'zod/mini'
import { OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { languages } from './languages.ts'

export const getOwnTexts = endpoint({
  name: 'getOwnTexts',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/texts/cpusers/{uid}',
  guard: signedIn(),
  params: OwnUid,
  data: z.object({ languageCd: z.enum(languages), texts: z.record(z.string(), z.string()) }),
})

export const summaries = {
  getOwnTexts: 'The user’s language, and the texts that are worded in it for their client or for everyone, by key',
}
