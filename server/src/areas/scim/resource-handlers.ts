import type { ProtocolRequest } from '../../http/json-protocol.ts'
import { changeGroup, createGroup, deleteGroup, groupNotFound } from './groups/change-group.ts'
import { findGroup, readMembers } from './groups/group-store.ts'
import { GROUP_SCHEMA, type JsonObject, type ResourceKind, USER_SCHEMA } from './protocol/scim-schema.ts'
import { type ScimError } from './protocol/scim-error.ts'
import { scimLimits } from './protocol/scim-limits.ts'
import type { Link, ListedResource } from './listed-resource.ts'
import { type DirectoryAccount, directoryScope, type ScimAct, type ScimDeps } from './scim-act.ts'
import { versionCheckOf } from './scim-request.ts'
import { changeUser, deleteUser, userNotFound } from './users/change-user.ts'
import { createUser } from './users/create-user.ts'
import { findScimUser, readGroupsOf } from './users/scim-user-store.ts'

export type ScimRequest = ProtocolRequest<DirectoryAccount>

/** What is done to the resources of one kind. */
export interface ResourceHandlers {
  readonly kind: ResourceKind
  readonly schema: string
  readonly bodyLimit: number
  /** Of a PATCH without a wish for attributes: Entra takes no body for groups, Okta reads that of users. */
  readonly answersPatch: boolean
  readonly notFound: () => ScimError
  readonly read: (request: ScimRequest, id: number, withLinks: boolean) => Promise<ListedResource>
  /** Returns the resource as it is then; its memberships where they are wanted. */
  readonly create: (request: ScimRequest, body: JsonObject, withLinks: boolean) => Promise<ListedResource>
  readonly put: (request: ScimRequest, id: number, body: JsonObject) => Promise<{ version: number }>
  readonly patch: (request: ScimRequest, id: number) => Promise<{ version: number }>
  readonly remove: (request: ScimRequest, id: number) => Promise<void>
}

const actOf = ({ client, context }: ScimRequest): ScimAct => ({ account: client, request: context })

const mayChange = (request: ScimRequest) => versionCheckOf(request.header('if-match'))

const linksOf = (named: readonly { id: number; name: string }[] | null): Link[] | null =>
  named && named.map(({ id, name }) => ({ value: id, display: name }))

export const userHandlers = (deps: ScimDeps): ResourceHandlers => ({
  kind: 'User',
  schema: USER_SCHEMA,
  bodyLimit: scimLimits.userBytes,
  answersPatch: true,
  notFound: userNotFound,
  read: ({ client }, id, withLinks) =>
    deps.db.read(directoryScope({ account: client }), async (tx) => {
      const [user, groups] = await Promise.all([
        findScimUser(tx, client.clientId, id),
        withLinks ? readGroupsOf(tx, client.clientId, id) : null,
      ])
      if (!user) throw userNotFound()
      return { ...user, links: linksOf(groups) }
    }),
  // Nobody is in a group when they are provided.
  create: async (request, body, withLinks) => ({
    ...(await createUser(deps, actOf(request), body)),
    links: withLinks ? [] : null,
  }),
  put: (request, id, body) => changeUser(deps, actOf(request), id, { put: body }, mayChange(request)),
  patch: (request, id) => changeUser(deps, actOf(request), id, { patch: request.body }, mayChange(request)),
  remove: (request, id) => deleteUser(deps, actOf(request), id, mayChange(request)),
})

export function groupHandlers(deps: ScimDeps): ResourceHandlers {
  const read: ResourceHandlers['read'] = ({ client }, id, withLinks) =>
    deps.db.read(directoryScope({ account: client }), async (tx) => {
      const [group, members] = await Promise.all([
        findGroup(tx, client.clientId, id),
        withLinks ? readMembers(tx, client.clientId, id) : null,
      ])
      if (!group) throw groupNotFound()
      return { ...group, isActive: null, links: linksOf(members) }
    })
  return {
    kind: 'Group',
    schema: GROUP_SCHEMA,
    bodyLimit: scimLimits.groupBytes,
    answersPatch: false,
    notFound: groupNotFound,
    read,
    create: async (request, body, withLinks) => {
      const { id } = await createGroup(deps, actOf(request), body)
      return read(request, id, withLinks)
    },
    put: (request, id, body) => changeGroup(deps, actOf(request), id, { put: body }, mayChange(request)),
    patch: (request, id) => changeGroup(deps, actOf(request), id, { patch: request.body }, mayChange(request)),
    remove: (request, id) => deleteGroup(deps, actOf(request), id, mayChange(request)),
  }
}
