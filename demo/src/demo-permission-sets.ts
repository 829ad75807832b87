import { systemId } from './demo-catalog.ts'
import { clientId } from './demo-clients.ts'
import { demoList } from './demo-configuration.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Users of each set. */
const HOLDERS_MAX = 12

const sets = demoList('permissionSets').map(({ client, gives: [{ system }] }, index) => ({
  id: index + 1,
  clientId: client === undefined ? null : clientId(client),
  systemId: systemId(system),
}))

/** Writes users who hold the permission sets, and have the application of the set by hand, too. */
export async function writePermissionSetHolders(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const holders = sets.flatMap(({ id, clientId, systemId }) =>
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
  await writer.countOn('permission_set_holders')
}
