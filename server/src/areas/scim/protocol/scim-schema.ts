export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** The URN of a kind of message, such as PatchOp. */
export const messageSchema = (name: string): string => `urn:ietf:params:scim:api:messages:2.0:${name}`

export type ResourceKind = 'User' | 'Group'

/** A JSON object as it came, or a resource. */
export type JsonObject = Record<string, unknown>

/** An attribute of a resource. Names, types, filters, projections and /Schemas follow from this table. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'complex' | 'reference'
  readonly isMulti?: true
  readonly isRequired?: true
  readonly isReadOnly?: true
  /** Set when a value is added, and changed no more. */
  readonly isImmutable?: true
  /** Compared with regard to case. */
  readonly isExact?: true
  readonly isUnique?: true
  /** Kept without marks of direction. Nothing that may find an account: a mended value could be that of another one. */
  readonly isPlain?: true
  /** The values that are given back; others are taken and have no effect. */
  readonly canonicalValues?: readonly string[]
  /** The kind of resource that a reference is to. */
  readonly refersTo?: ResourceKind
  readonly subs?: readonly Attribute[]
}

type Traits = Partial<Omit<Attribute, 'name' | 'type' | 'subs'>>

const text = (name: string, traits: Traits = {}): Attribute => ({ name, type: 'string', ...traits })
const flag = (name: string): Attribute => ({ name, type: 'boolean' })
const moment = (name: string): Attribute => ({ name, type: 'dateTime' })
const complex = (name: string, subs: readonly Attribute[], traits: Traits = {}): Attribute => ({
  name,
  type: 'complex',
  subs,
  ...traits,
})

/** A list of values with a type, of which one is primary. */
const values = (name: string): Attribute =>
  complex(name, [text('value'), text('type'), text('display'), flag('primary')], { isMulti: true })

const reference = (refersTo: ResourceKind, traits: Traits): Attribute => ({
  name: '$ref',
  type: 'reference',
  isExact: true,
  refersTo,
  ...traits,
})
const location: Attribute = { name: 'location', type: 'reference', isExact: true }

const commonAttributes: readonly Attribute[] = [
  text('id', { isExact: true, isReadOnly: true, isUnique: true }),
  text('externalId', { isExact: true }),
  complex(
    'meta',
    [
      text('resourceType', { isExact: true }),
      moment('created'),
      moment('lastModified'),
      location,
      text('version', { isExact: true }),
    ],
    { isReadOnly: true },
  ),
]

const nameParts = ['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix']
const addressParts = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type']
const plainTexts = ['displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone']

/** Attributes of the core schema of users. */
export const userAttributes: readonly Attribute[] = [
  text('userName', { isRequired: true, isUnique: true }),
  complex(
    'name',
    nameParts.map((name) => text(name)),
  ),
  ...plainTexts.map((name) => text(name)),
  flag('active'),
  values('emails'),
  values('phoneNumbers'),
  values('roles'),
  complex('addresses', [...addressParts.map((name) => text(name)), flag('primary')], { isMulti: true }),
  complex(
    'groups',
    [
      text('value', { isExact: true, isReadOnly: true }),
      reference('Group', { isReadOnly: true }),
      text('display', { isReadOnly: true }),
    ],
    { isMulti: true, isReadOnly: true },
  ),
]

const enterpriseTexts = ['employeeNumber', 'costCenter', 'organization', 'division', 'department']

/** Attributes of the enterprise extension of users. */
export const enterpriseAttributes: readonly Attribute[] = [
  ...enterpriseTexts.map((name) => text(name)),
  complex('manager', [
    text('value', { isExact: true }),
    reference('User', { isReadOnly: true }),
    text('displayName', { isReadOnly: true }),
  ]),
]

export const groupAttributes: readonly Attribute[] = [
  text('displayName', { isRequired: true, isUnique: true, isPlain: true }),
  complex(
    'members',
    [
      text('value', { isExact: true, isImmutable: true }),
      // These two are read: a member that is a group is no person with the same number.
      reference('User', { isImmutable: true }),
      text('display', { isReadOnly: true }),
      text('type', { isImmutable: true, canonicalValues: ['User'] }),
    ],
    { isMulti: true },
  ),
]

/** The extension as an attribute of a user: a resource has it under its URN. */
const extension = complex(ENTERPRISE_SCHEMA, enterpriseAttributes)

export const attributesOf: Readonly<Record<ResourceKind, readonly Attribute[]>> = {
  User: [...commonAttributes, ...userAttributes, extension],
  Group: [...commonAttributes, ...groupAttributes],
}

const otherKind = { User: 'Group', Group: 'User' } as const

export const schemaOf: Readonly<Record<ResourceKind, string>> = { User: USER_SCHEMA, Group: GROUP_SCHEMA }

/** Finds an attribute by its name in any case. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((each) => each.name.toLowerCase() === name.toLowerCase())

/**
 * Returns the attributes that a path names, from the outside in: `userName`, `name.familyName`, `urn:…:User:department`,
 * in any case. The URN holds a dot, so it is cut off first. Undefined where the path names none.
 */
export function resolvePath(kind: ResourceKind, path: string): Attribute[] | undefined {
  const { urn, rest } = withoutUrn(path.trim())
  const names = rest === '' ? [] : rest.split('.')
  if (urn === ENTERPRISE_SCHEMA) {
    const chain = kind === 'User' ? chainIn(enterpriseAttributes, names) : undefined
    return chain && [extension, ...chain]
  }
  const chain = chainIn(attributesOf[kind], names)
  if (chain) return chain.length > 0 ? chain : undefined
  // Entra filters by `manager` without the URN.
  const extended = kind === 'User' ? chainIn(enterpriseAttributes, names) : undefined
  return extended && [extension, ...extended]
}

/** Resources of one kind, alone or among those of all kinds. */
export interface Searched {
  readonly kind: ResourceKind
  readonly isOneOfAll: boolean
}

/** Like `resolvePath`; among those of all kinds the URN of another kind names nothing of this one. */
export function resolveSearched({ kind, isOneOfAll }: Searched, path: string): Attribute[] | undefined {
  const { urn } = withoutUrn(path.trim())
  return isOneOfAll && urn === schemaOf[otherKind[kind]] ? undefined : resolvePath(kind, path)
}

/** The attributes that a path names which resources of another kind alone have; undefined where it names no such. */
export function resolveOther(searched: Searched, path: string): Attribute[] | undefined {
  if (!searched.isOneOfAll || resolveSearched(searched, path)) return undefined
  return resolveSearched({ kind: otherKind[searched.kind], isOneOfAll: true }, path)
}

/** Follows names from attributes to their parts; undefined where one of them is none. */
function chainIn(attributes: readonly Attribute[], [name, ...rest]: readonly string[]): Attribute[] | undefined {
  if (name === undefined) return []
  const found = findAttribute(attributes, name)
  const parts = found && chainIn(found.subs ?? [], rest)
  return parts && [found, ...parts]
}

function withoutUrn(path: string): { urn: string | null; rest: string } {
  const lower = path.toLowerCase()
  for (const urn of [USER_SCHEMA, GROUP_SCHEMA, ENTERPRISE_SCHEMA])
    if (lower.startsWith(urn.toLowerCase())) return { urn, rest: path.slice(urn.length).replace(/^[:.]/, '') }
  return { urn: null, rest: path }
}
