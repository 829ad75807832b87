import { z } from 'zod'
import { requestError } from './protocol/scim-error.ts'
import { scimLimits } from './protocol/scim-limits.ts'
import { isObject } from './protocol/scim-values.ts'
import type { VersionCheck } from './scim-act.ts'
import { tagOf } from './resource-view.ts'

const NAMES_MAX = 100
const PATH_MAX = 1_000
const path = z.string().max(PATH_MAX)
// A text is split no further than it takes to see that it names too many.
const list = z
  .union([z.string().transform((names) => names.split(',', NAMES_MAX + 1)), z.array(z.string()).max(NAMES_MAX)])
  .transform((names) => names.flatMap((each) => each.split(',', NAMES_MAX + 1)))
  .pipe(z.array(path).max(NAMES_MAX))
  .optional()
const whole = (fallback: number) =>
  z
    .union([z.number(), z.string().transform((text) => (text === '' ? fallback : Number(text)))])
    .default(fallback)
    .pipe(z.int())

const Query = z.object({
  attributes: list,
  excludedAttributes: list,
  filter: z.string().min(1).optional(),
  sortBy: path.min(1).optional(),
  sortOrder: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      z.enum(['ascending', 'descending']),
    )
    .optional(),
  startIndex: whole(1),
  count: whole(scimLimits.defaultPageSize),
})

/** What a request asks for, in its query or in the body of a search. */
export type ScimQuery = z.output<typeof Query>

const nameOf = new Map(Object.keys(Query.shape).map((name) => [name.toLowerCase(), name]))

/** Reads a query; its names count in any case, and those that it does not know are passed over. */
export function readQuery(given: unknown): ScimQuery {
  const named = Object.entries(isObject(given) ? given : {}).flatMap(([key, value]) => {
    const name = nameOf.get(key.toLowerCase())
    return name === undefined ? [] : [[name, value] as const]
  })
  const read = Query.safeParse(Object.fromEntries(named))
  if (read.success) return read.data
  const field = String(read.error.issues[0]?.path[0] ?? 'query')
  throw requestError(
    `${field}: ${field === 'count' || field === 'startIndex' ? 'must be a whole number' : 'is not valid'}`,
  )
}

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/** True for the versions that If-Match allows: all where there is none. */
export const versionCheckOf =
  (header: string | undefined): VersionCheck =>
  (version) =>
    header === undefined ||
    header.trim() === '*' ||
    tagsIn(header).some((tag) => tag.replace(/^W\//, '') === `"${version}"`)

/** True where the client has the version already (If-None-Match). */
export const hasVersion = (header: string | undefined, version: number): boolean =>
  header !== undefined && tagsIn(header).includes(tagOf(version))
