import {
  createPermissionSet,
  deletePermissionSet,
  listPermissionSets,
  planPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { z } from 'zod'
import { Refusal } from '../../http/answers.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name, Text } from './entry-shapes.ts'

/** What a set or a group gives. */
export const Given = z
  .array(z.strictObject({ system: Name, application: Name.optional() }))
  .describe('Systems, and applications of those')

const shape = z.strictObject({
  name: Name,
  client: Name.nullable().optional().describe('A client; absent or null: for users of all clients'),
  description: Text,
  requestable: z.boolean().optional().describe('Users may ask for it'),
  gives: Given,
})

export const permissionSetKind = configurationKind({
  name: 'permissionSets',
  noun: 'permission set',
  about: 'Permission sets: applications and pages that users hold as a whole',
  shape,
  key: ['name', 'client'],
  unordered: ['gives'],
  references: ['gives'],
  wireFields: {
    setNm: 'name',
    descriptionTxt: 'description',
    requestableFlg: 'requestable',
    clientId: 'client',
    systemIds: 'gives',
    pageIds: 'gives',
  },
  read: async (context) =>
    (await context.listAll(listPermissionSets, { params: { uid: context.uid } })).map((set) => ({
      id: set.setId,
      version: set.versionNr,
      entry: {
        name: set.setNm,
        client: set.clientNm,
        description: set.descriptionTxt,
        requestable: set.requestableFlg,
        gives: set.items.map(({ systemNm, pageNm }) =>
          pageNm === null ? { system: systemNm } : { system: systemNm, application: pageNm },
        ),
      },
    })),
  add: async (context, { name, client, description = '', requestable = false, gives = [] }) => {
    const owner = client ? await context.refer('clients', client, 'client') : null
    if (owner instanceof EntryProblem) return owner
    const items = await itemsOf(context, gives)
    if (items instanceof EntryProblem) return items
    const body = {
      setNm: name,
      descriptionTxt: description,
      requestableFlg: requestable,
      clientId: owner && Number(owner.id),
      ...items,
    }
    return resultOf(await context.call(createPermissionSet, { params: { uid: context.uid }, body }))
  },
  change: async (context, { present, wanted: { name, description, requestable, gives } }) => {
    const items = await itemsOf(context, gives)
    if (items instanceof EntryProblem) return items
    const body = {
      setNm: name,
      descriptionTxt: description,
      requestableFlg: requestable,
      ...items,
      versionNr: Number(present.version),
    }
    const params = { uid: context.uid, setId: Number(present.id) }
    return resultOf(await context.call(updatePermissionSet, { params, body }))
  },
  permissions: async (context, { id }) => {
    const params = { uid: context.uid, setId: Number(id) }
    const body = { systemIds: [], pageIds: [], customerIds: [] }
    const plan = await context.call(planPermissionSet, { params, body })
    // What may not be taken is refused when it is removed.
    return plan instanceof Refusal ? 0 : lossesIn(plan)
  },
  remove: async (context, { id }) =>
    resultOf(await context.call(deletePermissionSet, { params: { uid: context.uid, setId: Number(id) } })),
})

/** How much of what users have ends by a change: applications, pages and customers. */
export const lossesIn = ({ items }: { items: readonly { loseCnt: number }[] }): number =>
  items.reduce((sum, { loseCnt }) => sum + loseCnt, 0)

/** Ids of systems and applications that a list names. */
export async function itemsOf(context: KindContext, gives: z.output<typeof Given>) {
  const systemIds: number[] = []
  const pageIds: number[] = []
  for (const { system, application } of gives) {
    const found =
      application === undefined
        ? await context.refer('systems', system, 'gives')
        : await context.refer('applications', [system, application], 'gives')
    if (found instanceof EntryProblem) return found
    if (application === undefined) systemIds.push(Number(found.id))
    else pageIds.push(Number(found.id))
  }
  return { systemIds, pageIds }
}
