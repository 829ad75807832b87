import {
  type Attribute,
  ENTERPRISE_SCHEMA,
  enterpriseAttributes,
  GROUP_SCHEMA,
  groupAttributes,
  type JsonObject,
  type ResourceKind,
  USER_SCHEMA,
  userAttributes,
} from './scim-schema.ts'
import { scimLimits } from './scim-limits.ts'

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0'

/** What the service says of itself. */
export interface Discovery {
  readonly config: JsonObject
  readonly schemas: readonly JsonObject[]
  readonly types: readonly JsonObject[]
}

/** The three discovery documents; `base` is the absolute address of the service. */
export const discoveryOf = (base: string): Discovery => ({
  config: configOf(base),
  schemas: [
    schemaDocument(base, { id: USER_SCHEMA, name: 'User', description: 'User Account' }, userAttributes),
    schemaDocument(base, { id: GROUP_SCHEMA, name: 'Group', description: 'Group' }, groupAttributes),
    schemaDocument(
      base,
      { id: ENTERPRISE_SCHEMA, name: 'EnterpriseUser', description: 'Enterprise User' },
      enterpriseAttributes,
    ),
  ],
  types: [
    typeDocument(base, 'User', USER_SCHEMA, {
      schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    }),
    typeDocument(base, 'Group', GROUP_SCHEMA),
  ],
})

const configOf = (base: string): JsonObject => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimLimits.pageSize },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer Token',
      description: 'token of a service account with the scope scim',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const schemaDocument = (
  base: string,
  head: { id: string; name: string; description: string },
  attributes: readonly Attribute[],
): JsonObject => ({
  schemas: [`${SCHEMAS}:Schema`],
  ...head,
  attributes: attributes.map(describe),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${head.id}` },
})

const typeDocument = (base: string, name: ResourceKind, schema: string, more: JsonObject = {}): JsonObject => ({
  schemas: [`${SCHEMAS}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name,
  schema,
  ...more,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

function describe(attribute: Attribute): JsonObject {
  const { name, type, subs, isMulti = false, isRequired = false, canonicalValues, refersTo } = attribute
  return {
    name,
    type,
    multiValued: isMulti,
    description: name,
    required: isRequired,
    mutability: mutabilityOf(attribute),
    returned: name === 'id' ? 'always' : 'default',
    ...(type === 'complex'
      ? { subAttributes: (subs ?? []).map(describe) }
      : { caseExact: attribute.isExact ?? false, uniqueness: attribute.isUnique ? 'server' : 'none' }),
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(refersTo ? { referenceTypes: [refersTo] } : {}),
  }
}

function mutabilityOf({ isReadOnly, isImmutable }: Attribute): string {
  if (isReadOnly) return 'readOnly'
  return isImmutable ? 'immutable' : 'readWrite'
}
