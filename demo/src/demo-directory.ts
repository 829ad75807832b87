import type { DemoPerson } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Groups of the directory, each with how many of its people are in it. */
const groups: readonly [name: string, members: number][] = [
  ['Accounting', 2],
  ['All employees', 3],
  ['Warehouse', 1],
]

/** What the directory asked for lately, the earliest first. */
const requests: readonly [minutesAgo: number, method: string, path: string, status: number, detail: string | null][] = [
  [190, 'GET', '/ServiceProviderConfig', 200, null],
  [189, 'POST', '/Users', 201, null],
  [75, 'PATCH', '/Groups/1', 204, null],
  [40, 'POST', '/Users', 400, 'emails: Enter a valid email address.'],
]

/**
 * People and groups that the directory of the largest client has provided, and what it asked for; what the groups give is
 * not decided yet.
 */
export async function writeDirectory(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
): Promise<void> {
  const [[clientId, employees] = [0, []]] = [...Map.groupBy(people, (person) => person.clientId)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const provided = employees.filter(({ status = 1 }) => status === 1).slice(-3)
  await writer.insert(
    'scim_users',
    provided.map(({ id, userName }, index) => ({
      id: index + 1,
      client_id: clientId,
      user_id: id,
      doc: { userName, externalId: `employee-${index + 1}` },
      is_active: true,
    })),
  )
  await writer.insert(
    'scim_groups',
    groups.map(([displayName], index) => ({ id: index + 1, client_id: clientId, doc: { displayName } })),
  )
  await writer.insert(
    'scim_group_members',
    groups.flatMap(([, members], index) =>
      provided.slice(0, members).map((_, at) => ({ client_id: clientId, group_id: index + 1, member_id: at + 1 })),
    ),
  )
  await writer.insert(
    'scim_requests',
    requests.map(([minutesAgo, method, path, status, detail], index) => ({
      client_id: clientId,
      at: moment.daysAgo(0, minutesAgo),
      method,
      path,
      status,
      scim_type: detail === null ? null : 'invalidValue',
      detail,
      duration_ms: 9 + 7 * index,
    })),
  )
  await writer.countOn('scim_users', 'scim_groups')
}
