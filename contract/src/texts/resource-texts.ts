import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { REWORDED_TEXT_MAX, textAreaCodes } from './text-rules.ts'
import { languages } from './languages.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })

/** A text of the portal in one language, as shipped and as it is worded for everyone or for one client. */
export const ResourceText = z.object({
  textKey: z.string(),
  areaCd: z.enum(textAreaCodes),
  shippedTxt: z.string(),
  /** The wording for everyone; null: as shipped. */
  portalTxt: z.nullable(z.string()),
  /** The wording for the client that was asked for; null: that for everyone. */
  clientTxt: z.nullable(z.string()),
  /** Of the wording that was asked for; null: there is none. */
  version: z.nullable(z.int()),
  changedDt: z.nullable(Instant),
  changedByNm: z.nullable(z.string()),
})
export type ResourceText = z.output<typeof ResourceText>

export const resourceTextList = listQuery({
  columns: ['textKey', 'changedDt'],
  filters: {
    /** Part of the key or of any wording. */
    words: text(100),
    areaCd: z.enum(textAreaCodes),
    /** Absent: the wording for everyone. */
    clientId: Id,
    /** Absent: English. */
    languageCd: z.enum(languages),
    /** Y: only texts that are worded differently. */
    changedFlg: YesNo,
  },
  defaultSort: { column: 'textKey', direction: 'asc' },
})

export const listResourceTexts = endpoint({
  name: 'listResourceTexts',
  method: 'GET',
  path: `${writes}/resource-texts`,
  guard,
  params: OwnUid,
  query: resourceTextList.query,
  data: z.array(ResourceText),
})

export const listTextClients = endpoint({
  name: 'listTextClients',
  method: 'GET',
  path: `${writes}/resource-text-clients`,
  guard,
  params: OwnUid,
  query: z.strictObject({ keyword: z.optional(text(100)), clientId: z.optional(Id) }),
  data: z.array(z.object({ clientId: z.int(), clientNm: z.string() })),
})

export const saveResourceText = endpoint({
  name: 'saveResourceText',
  method: 'PUT',
  path: `${writes}/resource-texts/{textKey}`,
  guard,
  params: z.strictObject({ uid: Id, textKey: text(100) }),
  body: z.strictObject({
    contentTxt: z.nullable(text(REWORDED_TEXT_MAX)),
    clientId: z.optional(z.nullable(Id)),
    /** Absent: English. */
    languageCd: z.optional(z.enum(languages)),
    /** Null: there was no wording. */
    version: z.optional(z.nullable(Id)),
  }),
  /** Null: it is worded so already. */
  data: z.nullable(UndoOffer),
})

export const undoResourceText = endpoint({
  name: 'undoResourceText',
  method: 'POST',
  path: `${writes}/undo-resource-text`,
  guard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
})

export const summaries = {
  listResourceTexts:
    'The texts of the portal in one language with their wordings for everyone or for one client, 15 a page',
  listTextClients: 'Clients by name, for which texts can be worded',
  saveResourceText:
    'Word a text in one language for everyone, or for one client; null removes the wording. With the version that the caller knows it is refused if it has changed meanwhile. For an hour this can be taken back',
  undoResourceText: 'Take back one’s own change of a text',
}
