import { type DirectoryGroup, listDirectoryGroups, saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { z } from 'zod'
import { configurationKind, EntryProblem, type KindContext, type Present, resultOf } from '../configuration-kind.ts'
import { Line, Name } from './entry-shapes.ts'
import { Given, itemsOf, lossesIn } from './permission-set-kind.ts'
import { rowsOf } from './rows-of.ts'

const Sets = z
  .array(z.strictObject({ name: Name, client: Name.optional() }))
  .describe('Permission sets: of the installation, or of the client that is named')

const shape = z.strictObject({
  client: Name,
  group: Line.describe('Name of a group that the directory has provided'),
  gives: Given,
  sets: Sets,
})

export const directoryGroupKind = configurationKind({
  name: 'directoryGroups',
  noun: 'directory group',
  about: 'Applications, pages and permission sets that groups of the directories of clients (SCIM) give their members',
  shape,
  key: ['client', 'group'],
  unordered: ['gives', 'sets'],
  references: ['gives', 'sets'],
  wireFields: { systemIds: 'gives', pageIds: 'gives', setIds: 'sets' },
  isDefault: ({ gives, sets }) => [gives, sets].every((list) => Array.isArray(list) && list.length === 0),
  read: async (context) => {
    const sets = new Map((await context.present('permissionSets')).map((set) => [set.id, set.entry]))
    const read = []
    for (const { id, entry } of await context.present('clients')) {
      const params = { uid: context.uid, clientId: Number(id) }
      const groups = await context.listAll(listDirectoryGroups, { params })
      read.push(
        ...groups.map((row) => ({
          id: `${id}/${row.groupId}`,
          version: row.version,
          entry: {
            client: String(entry['name']),
            group: row.groupNm,
            gives: row.items.map(({ systemNm, pageNm }) =>
              pageNm === null ? { system: systemNm } : { system: systemNm, application: pageNm },
            ),
            sets: row.sets.map((set) => setNameOf(set, sets.get(set.setId)?.['client'])),
          },
        })),
      )
    }
    return read
  },
  add: (_context, { client }) =>
    Promise.resolve(new EntryProblem('group', `the directory of "${client}" has not provided this group.`)),
  change: (context, { present, wanted }) => save(context, present, wanted),
  permissions: async (context, { id }) => {
    const params = { uid: context.uid, ...idsOf(id) }
    const body = { systemIds: [], pageIds: [], setIds: [] }
    return lossesIn(rowsOf(await context.call(planGroupAccess, { params, body })))
  },
  remove: (context, present) => save(context, present, { gives: [], sets: [] }),
})

function idsOf(id: Present['id']) {
  const [clientId = 0, groupId = 0] = String(id).split('/').map(Number)
  return { clientId, groupId }
}

const setNameOf = ({ setNm: name }: DirectoryGroup['sets'][number], client: unknown) =>
  typeof client === 'string' ? { name, client } : { name }

async function save(
  context: KindContext,
  { id, version = 0 }: Present,
  { gives, sets }: Pick<z.output<typeof shape>, 'gives' | 'sets'>,
) {
  const items = await itemsOf(context, gives)
  if (items instanceof EntryProblem) return items
  const setIds: number[] = []
  for (const { name, client } of sets) {
    const found = await context.refer('permissionSets', [name, client ?? null], 'sets')
    if (found instanceof EntryProblem) return found
    setIds.push(Number(found.id))
  }
  const params = { uid: context.uid, ...idsOf(id) }
  return resultOf(await context.call(saveGroupAccess, { params, body: { ...items, setIds, version } }))
}
