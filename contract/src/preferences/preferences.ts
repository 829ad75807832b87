import * as z from 'zod/mini'
import { Id, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import {
  type ListName,
  preferenceLists,
  SAVED_FILTER_BYTES_MAX,
  SAVED_FILTER_NAME_MAX,
  SAVED_FILTERS_MAX,
} from './preference-rules.ts'

const preferences = '/ccservices/secure/user/rest/preferences/cpusers/{uid}/lists/{listNm}'
const params = z.strictObject({ uid: Id, listNm: z.enum(Object.keys(preferenceLists) as [ListName, ...ListName[]]) })

/** Filters that the user saved under a name. */
export const SavedFilter = z.strictObject({
  // Above the limits, so that the rule of the field refuses more with its own message.
  nameTxt: text(SAVED_FILTER_NAME_MAX * 10),
  /** The list's filters as they stand in its address. */
  filters: z.record(text(50), z.union([text(SAVED_FILTER_BYTES_MAX * 2), z.number(), z.boolean()])),
})
export type SavedFilter = z.output<typeof SavedFilter>

export const getListPreferences = endpoint({
  name: 'getListPreferences',
  method: 'GET',
  path: preferences,
  guard: signedIn(),
  params,
  data: z.object({ savedFilters: z.array(SavedFilter), hiddenColumns: z.array(z.string()) }),
})

export const saveListPreferences = endpoint({
  name: 'saveListPreferences',
  method: 'PUT',
  path: preferences,
  guard: signedIn({ emulation: 'refuse' }),
  params,
  body: z.strictObject({
    savedFilters: z.optional(z.array(SavedFilter).check(z.maxLength(SAVED_FILTERS_MAX * 10))),
    hiddenColumns: z.optional(z.array(text(50)).check(z.maxLength(100))),
  }),
})

export const summaries = {
  getListPreferences: 'The user’s saved filters and hidden columns of a list',
  saveListPreferences:
    'Replace the user’s saved filters of a list, its hidden columns, or both; what is left out stays',
}
