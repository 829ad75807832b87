import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { SET_ROWS_SHOWN } from '@portico/contract/permission-sets/permission-set-limits.ts'
import type * as contract from '@portico/contract/permission-sets/permission-sets.ts'
import type { PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import type { Tx } from '../../db/database.ts'
import { paged, Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { countSourceChange } from '../grants/public.ts'
import { findUserInScope, planSourceItems, type WantedItems } from '../permissions/public.ts'
import { exportHolders, type ExportHoldersDeps } from './export-holders.ts'
import { changeHolders } from './give-permission-set.ts'
import {
  findPermissionSet,
  readHolderPage,
  readPermissionSets,
  readSetsOfUser,
  readVersions,
} from './permission-set-list.ts'
import { readSetItems } from './permission-set-store.ts'
import {
  administers,
  createPermissionSet,
  deletePermissionSet,
  type SentSet,
  updatePermissionSet,
} from './save-permission-set.ts'
import { planSetCustomers, readSetCustomers, visibleCustomers } from './set-customers.ts'
import { suggestSet } from './suggest-set.ts'
import { undoGivePermissionSet, undoPermissionSet } from './undo-permission-set.ts'

const sentSet = (body: Omit<RequestOf<typeof contract.createPermissionSet>['body'], 'clientId'>): SentSet => ({
  name: body.setNm,
  description: body.descriptionTxt,
  isRequestable: body.requestableFlg,
  systemIds: body.systemIds,
  pageIds: body.pageIds,
  customerIds: body.customerIds,
})

/** Named sets of applications, pages and customers, which administrators of users keep and give (decision 61). */
export function permissionSetHandlers(deps: ExportHoldersDeps): Handlers<typeof contract> {
  const { db } = deps
  return {
    listPermissionSets: ({ caller, query }) =>
      db.read(adminScope(caller), async (tx) => paged(await readPermissionSets(tx, caller.user.isInternal, query))),
    getPermissionSet: async ({ caller, params: { setId } }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const set = await findPermissionSet(tx, caller.user.isInternal, setId)
        if (!set) return refuse('404', sentences.not_found)
        return {
          set,
          ...(await shownCustomers(tx, authority, setId)),
          versions: await readVersions(tx, authority, setId),
        }
      })
    },
    createPermissionSet: ({ caller, request, body }) =>
      createPermissionSet({ db }, { caller, request }, { ...sentSet(body), clientId: body.clientId }),
    planPermissionSet: async ({ caller, params: { setId }, body }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const set = await findPermissionSet(tx, caller.user.isInternal, setId)
        return set ? planSetChange(tx, authority, set, body) : refuse('404', sentences.not_found)
      })
    },
    updatePermissionSet: ({ caller, request, params: { setId }, body }) =>
      updatePermissionSet({ db }, { caller, request }, { ...sentSet(body), setId, versionNr: body.versionNr }),
    deletePermissionSet: ({ caller, request, params: { setId } }) =>
      deletePermissionSet({ db }, { caller, request }, setId),
    undoPermissionSet: ({ caller, request, params: { setId }, body: { undoId } }) =>
      undoPermissionSet({ db }, { caller, request }, { setId, undoId }),
    suggestPermissionSet: async ({ caller, params: { clientId, departmentId } }) => {
      const authority = await caller.authority()
      return db.read(
        adminScope(caller),
        async (tx) =>
          ((await administers(tx, authority, clientId))
            ? await suggestSet(tx, authority, { clientId, departmentId })
            : undefined) ?? refuse('404', sentences.not_found),
      )
    },
    ...holderHandlers(deps),
  }
}

/** Who holds the sets. */
function holderHandlers(
  deps: ExportHoldersDeps,
): Pick<
  Handlers<typeof contract>,
  | 'exportPermissionSetHolders'
  | 'givePermissionSet'
  | 'listPermissionSetHolders'
  | 'listPermissionSetsOfUser'
  | 'takePermissionSet'
  | 'undoGivePermissionSet'
> {
  const { db, texts } = deps
  return {
    listPermissionSetHolders: ({ caller, params: { setId }, query }) =>
      db.read(adminScope(caller), async (tx) =>
        (await findPermissionSet(tx, caller.user.isInternal, setId))
          ? paged(await readHolderPage(tx, setId, query))
          : refuse('404', sentences.not_found),
      ),
    exportPermissionSetHolders: ({ caller, request, params: { setId }, body: { format, ...selection } }) =>
      exportHolders(deps, { caller, request }, { setId, format, selection }),
    givePermissionSet: ({ caller, request, params: { setId }, body }) =>
      changeHolders({ db, texts }, { caller, request }, 'give', { setId, ...body }),
    undoGivePermissionSet: ({ caller, request, params: { setId }, body: { undoId } }) =>
      undoGivePermissionSet({ db, texts }, { caller, request }, { setId, undoId }),
    takePermissionSet: ({ caller, request, params: { setId }, body }) =>
      changeHolders({ db, texts }, { caller, request }, 'take', { setId, ...body }),
    listPermissionSetsOfUser: async ({ caller, params: { userId } }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) =>
        (await findUserInScope(tx, userId))
          ? readSetsOfUser(tx, authority, userId)
          : refuse('404', sentences.user_not_found),
      )
    },
  }
}

/** How many users would gain and lose what if a set gave this. */
async function planSetChange(
  tx: Tx,
  authority: Authority,
  { setId, clientId }: Pick<PermissionSet, 'setId' | 'clientId'>,
  { customerIds, ...items }: WantedItems & { customerIds?: readonly number[] | undefined },
) {
  const source = { kind: 'set', id: setId } as const
  const changed = { source, by: authority.userId, authority, items: await readSetItems(tx, setId) }
  const plan = await planSourceItems(tx, changed, items, sentences.permission_set_portal)
  if (plan instanceof Refusal) return plan
  const held = await readSetCustomers(tx, setId)
  const customers = await planSetCustomers(tx, authority, { clientId, held, wanted: customerIds })
  if (customers instanceof Refusal) return customers
  const wanted = { ...items, customerIds: customers.customerIds }
  const stopped = { ...plan.stopped, customerIds: customers.stopped }
  return countSourceChange(tx, { source, by: authority.userId, wanted, stopped }, SET_ROWS_SHOWN)
}

/** The customers of a set that the administrator has access to, and the number of the others. */
async function shownCustomers(tx: Tx, authority: Authority, setId: number) {
  const customers = await readSetCustomers(tx, setId)
  const visible = customers.filter(await visibleCustomers(tx, authority))
  return {
    customers: visible.map(({ customerId, name, facilityCode, mayGive }) => ({
      customerId,
      customerNm: name,
      facilityCd: facilityCode,
      givenFlg: mayGive,
    })),
    hiddenCustomerCnt: customers.length - visible.length,
  }
}
