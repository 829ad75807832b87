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
import { NamedCustomers } from './named-customers.ts'
import { customerIdsOf, customersOfSets } from './set-customers.ts'

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
  customers: NamedCustomers.describe('Customers that a set of a client gives, each with all below it'),
})

export const permissionSetKind = configurationKind({
  name: 'permissionSets',
  noun: 'permission set',
  about: 'Permission sets: applications, pages and customers that users hold as a whole',
  shape,
  key: ['name', 'client'],
  isRenamed: true,
  unordered: ['gives', 'customers'],
  references: ['gives', 'customers'],
  wireFields: {
    setNm: 'name',
    descriptionTxt: 'description',
    requestableFlg: 'requestable',
    clientId: 'client',
    systemIds: 'gives',
    pageIds: 'gives',
    customerIds: 'customers',
  },
  read: async (context) => {
    const sets = await context.listAll(listPermissionSets, { params: { uid: context.uid } })
    const customers = await customersOfSets(context)
    return sets.map((set) => ({
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
        customers: (customers.get(set.setId) ?? []).map(({ named }) => named),
      },
    }))
  },
  add: async (context, { name, client, description = '', requestable = false, gives = [], customers = [] }) => {
    const owner = client ? await context.refer('clients', client, 'client') : null
    if (owner instanceof EntryProblem) return owner
    const items = await itemsOf(context, gives)
    if (items instanceof EntryProblem) return items
    const customerIds = await customerIdsOf(context, customers, [])
    if (customerIds instanceof EntryProblem) return customerIds
    const body = {
      setNm: name,
      descriptionTxt: description,
      requestableFlg: requestable,
      clientId: owner && Number(owner.id),
      ...items,
      customerIds,
    }
    return resultOf(await context.call(createPermissionSet, { params: { uid: context.uid }, body }))
  },
  change: async (context, { present, wanted, changed }) => {
    const { name, description, requestable, gives } = wanted
    const setId = Number(present.id)
    const items = await itemsOf(context, gives)
    if (items instanceof EntryProblem) return items
    const held = changed.has('customers') ? ((await customersOfSets(context)).get(setId) ?? []) : null
    // What is sent becomes a decision of the acting administrator: they stay where they do not change.
    const customerIds = held ? await customerIdsOf(context, wanted.customers, held) : undefined
    if (customerIds instanceof EntryProblem) return customerIds
    const body = {
      setNm: name,
      descriptionTxt: description,
      requestableFlg: requestable,
      ...items,
      customerIds,
      versionNr: Number(present.version),
    }
    const params = { uid: context.uid, setId }
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
