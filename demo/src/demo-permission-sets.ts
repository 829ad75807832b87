import { systemId } from './demo-catalog.ts'
import { clientId } from './demo-clients.ts'
import { demoList } from './demo-configuration.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Users of each set. */
const HOLDERS_MAX = 12

const sets = demoList('permissionSets').map(({ name, client, description, requestable, gives }) => ({
  name,
  description,
  clientId: client === undefined ? null : clientId(client),
  isRequestable: requestable,
  systemId: systemId(gives[0].system),
  gives: gives[0].system,
}))

/** Writes permission sets, held by users who have the application of the set by hand, too. */
export async function writePermissionSets(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const ids = sets.map((set, index) => ({ ...set, id: index + 1 }))
  await writer.insert(
    'permission_sets',
    ids.map(({ id, name, description, clientId, isRequestable }) => ({
      id,
      name,
      description,
      is_requestable: isRequestable,
      client_id: clientId,
      owner_id: PORTAL_ADMIN,
      version: 1,
    })),
  )
  await writer.insert(
    'permission_set_items',
    ids.map(({ id, systemId }) => ({ id, set_id: id, system_id: systemId, granted_by: PORTAL_ADMIN })),
  )
  await writer.insert(
    'permission_set_versions',
    ids.map(({ id, name, description, gives }) => ({
      set_id: id,
      version: 1,
      name,
      description,
      gives: [gives],
      changed_at: moment.daysAgo(60),
      changed_by: PORTAL_ADMIN,
    })),
  )
  const holders = ids.flatMap(({ id, clientId, systemId }) =>
    people
      .filter((person) => clientId === null || person.clientId === clientId)
      .filter(({ access }) => access.systems.some((system) => system.id === systemId))
      .slice(0, HOLDERS_MAX)
      .map((person, at) => ({
        set_id: id,
        user_id: person.id,
        granted_by: PORTAL_ADMIN,
        valid_from: moment.daysAgo(20 + ((at * 7) % 40)),
        ends_at: at % 4 === 3 ? moment.daysAgo(-30 - at * 5) : null,
      })),
  )
  await writer.insert(
    'permission_set_holders',
    holders.map((holder, index) => ({ id: index + 1, ...holder })),
  )
  await writer.countOn('permission_sets', 'permission_set_items', 'permission_set_holders')
}
