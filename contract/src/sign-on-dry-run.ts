import * as z from 'zod/mini'
import { Id, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { admin } from './kit/guard.ts'
import { userAdmin } from './users.ts'

/** What a sign-on needs, in the order in which it is checked. */
export const dryRunChecks = ['PAGE_VISIBLE', 'LINK_ENABLED', 'SETTINGS', 'ADDRESS', 'NAME', 'ONE_ACCOUNT'] as const
export type DryRunCheck = (typeof dryRunChecks)[number]

export const SignOnDryRun = z.object({
  pageNm: z.string(),
  systemNm: z.string(),
  /** 'address': the page is a plain address, and nothing is sent. */
  protocolCd: z.enum(['address', 'saml', 'oidc']),
  /** Where the browser goes: the page, the assertion consumer service or the redirect address; null: nowhere. */
  addressTxt: z.nullable(z.string()),
  /** Whom the answer is for: audience or client id; null for a plain address. */
  audienceTxt: z.nullable(z.string()),
  /** NameID or subject. Null: none yet. */
  nameTxt: z.nullable(z.string()),
  /** 'Y': a random name that only this application knows, made at the first sign-on. */
  nameMadeLaterFlg: YesNo,
  encryptedFlg: YesNo,
  /** Attributes or claims. */
  attributes: z.array(z.object({ attributeNm: z.string(), values: z.array(z.string()) })),
  checks: z.array(z.object({ checkCd: z.enum(dryRunChecks), passedFlg: YesNo })),
})
export type SignOnDryRun = z.output<typeof SignOnDryRun>

export const dryRunSignOn = endpoint({
  name: 'dryRunSignOn',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/tile-pages/{tilePageId}/sign-on-dry-run`,
  guard: admin('User Administration'),
  summary: 'What an application would get of a user who opens it, decoded; nothing is signed, stored or sent',
  params: z.strictObject({ uid: Id, userId: Id, tilePageId: Id }),
  data: SignOnDryRun,
})
