import { sentences } from '../../http/sentences.ts'
import type * as contract from '@portico/contract/customers/user-customers.ts'
import { CUSTOMER_NODES_MAX, DEFAULT_FACILITY } from '@portico/contract/customers/user-customers.ts'
import type { Db, Tx } from '../../db/database.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readCustomersBySet } from '../grants/public.ts'
import { findUserInScope } from '../permissions/public.ts'
import { readAssignments, readFacilities } from './assignment-list.ts'
import { type CustomerReach, isInReach, readReach } from './customer-reach.ts'
import { findCustomer, readBelow, readChildren, readTopLevel, searchByName } from './customer-tree.ts'
import { assignedView, customerView, treeView } from './customer-view.ts'
import { saveAssignments } from './save-assignments.ts'

export interface CustomerDeps {
  db: Db
}

/** More levels than any tree has. */
const ALL_LEVELS = 1000

interface LevelQuery {
  facilityCd?: string | undefined
  userId?: number | undefined
  offset?: number | undefined
}

const levelOf = ({ offset, userId }: LevelQuery) => ({ offset: offset ?? 0, userId: userId ?? null })

export function customerHandlers({ db }: CustomerDeps): Handlers<typeof contract> {
  /** Reads with what the administrator may assign. */
  const withReach = async <Result>(caller: Caller, read: (tx: Tx, reach: CustomerReach) => Promise<Result>) => {
    const authority = await caller.authority()
    return db.read(adminScope(caller), async (tx) => read(tx, await readReach(tx, authority)))
  }
  const listTopLevel = (caller: Caller, query: LevelQuery) =>
    withReach(caller, async (tx, { of }) => {
      const facilityCode = query.facilityCd ?? DEFAULT_FACILITY
      const reach = of(facilityCode)
      const { rows, total } = await readTopLevel(tx, { facilityCode, reach, ...levelOf(query) })
      return paged({ rows: rows.map((row) => customerView(row, reach)), total })
    })
  return {
    listTopLevelCustomers: ({ caller, query }) => listTopLevel(caller, query),
    listCustomerDescendants: ({ caller, params, query }) =>
      withReach(caller, async (tx, { of }) => {
        const parent = await findCustomer(tx, params.customerId)
        const reach = of(parent?.facilityCode ?? '')
        if (!parent || !isInReach(reach, parent.path)) return refuse('404', sentences.not_found)
        const level = levelOf(query)
        const { rows, total } = await readChildren(tx, parent.id, level)
        const below = await readBelow(
          tx,
          rows.filter(({ childCount }) => childCount > 0).map(({ id }) => id),
          {
            levels: (query.levels ?? ALL_LEVELS) - 1,
            room: CUSTOMER_NODES_MAX - rows.length,
            userId: level.userId,
          },
        )
        return paged({ rows: treeView(rows, below, reach), total })
      }),
    searchCustomers: ({ caller, query }) => {
      const text = (query.searchPattern ?? '').trim()
      if (text === '') return listTopLevel(caller, query)
      return withReach(caller, async (tx, { of }) => {
        const facilityCode = query.facilityCd ?? DEFAULT_FACILITY
        const reach = of(facilityCode)
        const { rows, total } = await searchByName(tx, text, { facilityCode, reach, ...levelOf(query) })
        return paged({ rows: rows.map((row) => customerView(row, reach)), total })
      })
    },
    getUserCustomers: ({ caller, params }) =>
      withReach(caller, async (tx, reach) => {
        if (!(await findUserInScope(tx, params.userId))) return refuse('404', sentences.user_not_found)
        return assignmentsView(tx, params.userId, reach)
      }),
    updateUserCustomers: ({ caller, request, params, body }) =>
      saveAssignments({ db }, { caller, request }, { userId: params.userId, change: body }),
  }
}

async function assignmentsView(tx: Tx, userId: number, { facilities: own, of }: CustomerReach) {
  const [held, facilities, bySets] = await Promise.all([
    readAssignments(tx, userId),
    readFacilities(tx),
    readCustomersBySet(tx, userId),
  ])
  const setsOf = (id: number) =>
    bySets.flatMap((one) => (one.customerId === id ? [{ setNm: one.setName, versionNr: one.version }] : []))
  const isVisible = ({ facilityCode, path }: { facilityCode: string; path: readonly number[] }) =>
    isInReach(of(facilityCode), path)
  return {
    facilities: facilities
      .filter(({ code }) => own === null || own.has(code))
      .map(({ code, name, hasHierarchy }) => {
        const assigned = held.facilities.find(({ facilityCode }) => facilityCode === code)
        return {
          facilityCd: code,
          facilityNm: name,
          hierarchyFlg: hasHierarchy,
          accessFlg: assigned !== undefined,
          allCustomersFlg: assigned?.hasAllCustomers ?? false,
          endDt: assigned?.endsAt ?? null,
          mayAssignAllFlg: of(code) === 'all',
          hiddenCustomerCnt: held.customers.filter((one) => one.facilityCode === code && !isVisible(one)).length,
        }
      }),
    userCustomers: held.customers.filter(isVisible).map((one) => {
      const sets = setsOf(one.customerId)
      return { ...assignedView(one, of(one.facilityCode)), ...(sets.length > 0 && { permissionSets: sets }) }
    }),
    version: held.version,
  }
}
