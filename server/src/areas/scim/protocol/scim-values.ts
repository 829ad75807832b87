import { withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import { type Attribute, attributesOf, findAttribute, type JsonObject, type ResourceKind } from './scim-schema.ts'
import { requestError, ScimError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'

/** The list whose length has a limit of its own: members are stored one by one. */
const MEMBERS = 'members'

/**
 * Returns the value of an attribute in the service's own form; undefined where it is unassigned. Attributes that the
 * schema does not have are dropped. Entra sends booleans as text, single values in lists and bare ids.
 */
export function tidyValue(attribute: Attribute, value: unknown): unknown {
  if (isUnassigned(value)) return undefined
  if (attribute.isMulti) return tidyList(attribute, value)
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (attribute.type === 'complex') return tidyObject(attribute.subs ?? [], isObject(one) ? one : { value: one })
  const plain = isObject(one) && 'value' in one ? one['value'] : one
  return attribute.type === 'boolean' ? tidyFlag(attribute, plain) : tidyText(attribute, plain)
}

const isUnassigned = (value: unknown): boolean => value === null || value === undefined || value === ''

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of an object; '' where it has none of this name. */
export const textAt = (object: unknown, name: string): string => {
  const value = isObject(object) ? object[name] : undefined
  return typeof value === 'string' ? value.trim() : ''
}

function tidyList(attribute: Attribute, value: unknown): JsonObject[] | undefined {
  const given = [value].flat()
  const most = attribute.name === MEMBERS ? scimLimits.members : scimLimits.values
  if (given.length > most) throw new ScimError(413, `${attribute.name}: at most ${most} values in a request`)
  const { isMulti: _, ...single } = attribute
  const items = given.map((item) => tidyValue(single, item)).filter((item) => item !== undefined) as JsonObject[]
  return items.length > 0 ? withOnePrimary(items) : undefined
}

function tidyFlag({ name }: Attribute, value: unknown): boolean {
  const word = typeof value === 'boolean' || typeof value === 'string' ? String(value).toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw requestError(`${name} must be true or false`)
  return word === 'true'
}

function tidyText({ name, isPlain }: Attribute, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') throw requestError(`${name} must be text`)
  const text = String(value)
  if (text.length > scimLimits.text || !isStorable(text))
    throw requestError(`${name} must be text of at most ${scimLimits.text} characters`)
  return (isPlain ? withoutDirectionMarks(text) : text) || undefined
}

/** False for what PostgreSQL has in no text: NUL, or half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The attributes of an object that can be written, in the service's own form; undefined where none has a value. */
function tidyObject(attributes: readonly Attribute[], body: JsonObject): JsonObject | undefined {
  const tidy: JsonObject = {}
  for (const [key, value] of Object.entries(body)) {
    const attribute = findAttribute(attributes, key)
    const tidied = attribute && !attribute.isReadOnly ? tidyValue(attribute, value) : undefined
    if (attribute && tidied !== undefined) tidy[attribute.name] = tidied
  }
  return Object.keys(tidy).length > 0 ? tidy : undefined
}

/** At most one item is primary: the last one that says so, as RFC 7644 asks of an added one. */
export function withOnePrimary(items: readonly JsonObject[]): JsonObject[] {
  const last = items.findLastIndex((item) => item['primary'] === true)
  return items.map((item, index) =>
    item['primary'] === true && index !== last ? { ...item, primary: false } : { ...item },
  )
}

const NAME_MAX = 255
const isTooLong = (value: unknown) => typeof value === 'string' && value.length > NAME_MAX
const tooLong = (name: string) => requestError(`${name} must have at most ${NAME_MAX} characters`)

/** A resource as a directory describes it, checked: what is stored of it as its source. */
export interface SourceDocument extends JsonObject {
  externalId?: string
}

/**
 * Returns the attributes of a whole resource, checked. A password, which Okta sends, is no attribute here: it is
 * dropped before anything is stored or recorded.
 */
export function readResource(kind: ResourceKind, body: JsonObject): SourceDocument {
  const tidy: SourceDocument = tidyObject(attributesOf[kind], body) ?? {}
  for (const { name } of attributesOf[kind].filter(({ isRequired }) => isRequired)) {
    const value = textAt(tidy, name)
    if (value === '') throw requestError(`${name} is required`)
    tidy[name] = value
  }
  for (const name of ['userName', 'displayName', 'externalId']) if (isTooLong(tidy[name])) throw tooLong(name)
  // An index holds them.
  for (const { value } of (tidy['emails'] ?? []) as JsonObject[]) if (isTooLong(value)) throw tooLong('emails.value')
  return tidy
}

/** Returns the body of a request that must be a message or resource of a schema. */
export function bodyOfSchema(body: unknown, schema: string): JsonObject {
  if (!isObject(body)) throw requestError('The body must be a JSON object', 'invalidSyntax')
  const schemas = Object.entries(body).find(([name]) => name.toLowerCase() === 'schemas')?.[1]
  const isNamed =
    Array.isArray(schemas) &&
    schemas.some((each) => typeof each === 'string' && each.toLowerCase() === schema.toLowerCase())
  if (!isNamed) throw requestError(`schemas must contain ${schema}`, 'invalidSyntax')
  return body
}
