import * as z from 'zod/mini'
import { OwnUid } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedIn } from './kit/guard.ts'

export const getOwnTexts = endpoint({
  name: 'getOwnTexts',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/texts/cpusers/{uid}',
  guard: signedIn(),
  summary: 'Texts that are worded for the user’s client or for everyone, by key',
  params: OwnUid,
  data: z.record(z.string(), z.string()),
})
