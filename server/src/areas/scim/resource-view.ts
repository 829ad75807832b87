import { linkNameOf, project, type Projection } from './protocol/projection.ts'
import { ENTERPRISE_SCHEMA, type JsonObject, type ResourceKind, schemaOf } from './protocol/scim-schema.ts'
import type { ListedResource } from './listed-resource.ts'

/** The tag of a version, also `meta.version`. */
export const tagOf = (version: number): string => `W/"${version}"`

/** The absolute address of a resource; `base` is that of the service. */
export const locationOf = (base: string, kind: ResourceKind, id: number): string => `${base}/${kind}s/${id}`

/** A row as a SCIM resource, as far as it is wanted. */
export function viewResource(
  base: string,
  kind: ResourceKind,
  row: ListedResource,
  projection: Projection,
): JsonObject {
  const { id, doc, version, createdAt, updatedAt, isActive, links } = row
  const other = kind === 'User' ? 'Group' : 'User'
  const linked = links?.map(({ value, display }) => ({
    value: String(value),
    display,
    ...(kind === 'Group' ? { type: 'User' } : {}),
    $ref: locationOf(base, other, value),
  }))
  return project(
    {
      schemas: [schemaOf[kind], ...(doc[ENTERPRISE_SCHEMA] ? [ENTERPRISE_SCHEMA] : [])],
      id: String(id),
      ...doc,
      ...(isActive === null ? {} : { active: isActive }),
      // A user without groups has no such attribute; a group without members says so.
      ...(linked && (linked.length > 0 || kind === 'Group') ? { [linkNameOf(kind)]: linked } : {}),
      meta: {
        resourceType: kind,
        created: createdAt.toISOString(),
        lastModified: updatedAt.toISOString(),
        location: locationOf(base, kind, id),
        version: tagOf(version),
      },
    },
    projection,
  )
}
