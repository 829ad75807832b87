import * as z from 'zod/mini'
import { Id, Ignored, Instant, Offset, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')

/** Customers of one level that one answer holds; more are requested from an offset. */
export const CUSTOMERS_PAGE = 100
/** Most nodes of one answer, and most hits of a search. */
export const CUSTOMER_NODES_MAX = 5000
/** Most customers that one user is assigned one by one. */
export const ASSIGNED_CUSTOMERS_MAX = 5000
/** The facility where none is named (UADM-171). */
export const DEFAULT_FACILITY = 'EDH'

const facilityCd = text(20)

/** A node of a facility's customer tree (UADM-092..099). */
export const CustomerNode = z.object({
  customerId: z.int(),
  customerNm: z.string(),
  /** 0: a first-level customer. */
  parentCustId: z.int(),
  /** Children of this answer; `childCnt` is the number of all. */
  get children() {
    return z.array(CustomerNode)
  },
  /** Names from the first level down, with ' / ' between them. */
  path: z.string(),
  /** Ids from the first level down, with '/' between them. */
  pathAsCustomerId: z.string(),
  /** Whether the user of the query is assigned this very customer; 'N' without one. */
  selected: YesNo,
  facilityCd: z.string(),
  childCnt: z.int(),
})
export type CustomerNode = z.output<typeof CustomerNode>

const level = { userId: z.optional(Id), offset: z.optional(Offset) }
const ofFacility = { facilityCd: z.optional(facilityCd), ...level }

export const listTopLevelCustomers = endpoint({
  name: 'listTopLevelCustomers',
  method: 'GET',
  path: `${userAdmin}/customers/top-level-customers`,
  guard,
  params: OwnUid,
  query: z.strictObject(ofFacility),
  data: z.array(CustomerNode),
})

export const listCustomerDescendants = endpoint({
  name: 'listCustomerDescendants',
  method: 'GET',
  path: `${userAdmin}/customers/{customerId}/descendants`,
  guard,
  params: z.strictObject({ uid: Id, customerId: Id }),
  query: z.strictObject({ levels: z.optional(Id), ...level }),
  data: z.array(CustomerNode),
})

export const searchCustomers = endpoint({
  name: 'searchCustomers',
  method: 'GET',
  path: `${userAdmin}/search-customers`,
  alsoAt: [`${userAdmin}/customers/search-customers`],
  guard,
  params: OwnUid,
  query: z.strictObject({ ...ofFacility, searchPattern: z.optional(text(100)) }),
  data: z.array(CustomerNode),
})

/** A customer that a user is assigned (UADM-085..091). */
export const AssignedCustomer = z.object({
  customerId: z.int(),
  customerName: z.string(),
  customerNamePath: z.string(),
  customerIdPath: z.string(),
  facilityCd: z.string(),
  /** When the assignment ends by itself; null: never. */
  endDt: z.nullable(Instant),
  /** By which the user has it; absent: given by hand. */
  permissionSets: z.optional(z.array(z.object({ setNm: z.string(), versionNr: z.int() }))),
})
export type AssignedCustomer = z.output<typeof AssignedCustomer>

/** A facility of the administrator, and what the user has of it. */
export const AssignedFacility = z.object({
  facilityCd: z.string(),
  facilityNm: z.string(),
  /** 'N': its customers are one flat list (decision E17). */
  hierarchyFlg: YesNo,
  accessFlg: YesNo,
  allCustomersFlg: YesNo,
  endDt: z.nullable(Instant),
  /** Whether the administrator may assign all of its customers. */
  mayAssignAllFlg: YesNo,
  /** Customers of the user that the administrator has no access to; they stay as they are. */
  hiddenCustomerCnt: z.int(),
})
export type AssignedFacility = z.output<typeof AssignedFacility>

const OneUser = z.strictObject({ uid: Id, userId: Id })

export const getUserCustomers = endpoint({
  name: 'getUserCustomers',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/user-customers`,
  guard,
  params: OneUser,
  data: z.object({
    facilities: z.array(AssignedFacility),
    userCustomers: z.array(AssignedCustomer),
    /** Of the next save. */
    version: z.int(),
  }),
})
export type UserCustomers = z.output<typeof getUserCustomers.data>

const ignored = z.optional(Ignored)
const endDt = z.optional(z.nullable(Instant))
/** More than can be saved, so that too many get a sentence. */
const LIST_MAX = 4 * ASSIGNED_CUSTOMERS_MAX

export const updateUserCustomers = endpoint({
  name: 'updateUserCustomers',
  method: 'POST',
  path: `${userAdmin}/cpusers/{userId}/update-user-customers`,
  guard,
  params: OneUser,
  body: z.strictObject({
    user: ignored,
    notificationTypes: ignored,
    userSystems: ignored,
    userPages: ignored,
    userCustomerDetail: ignored,
    userFacilities: z
      .array(z.strictObject({ facilityCd, allCustomersFlg: YesNo, customers: ignored, endDt }))
      .check(z.maxLength(1000)),
    userCustomers: z
      .array(
        z.strictObject({
          customerId: Id,
          customerName: ignored,
          customerNamePath: ignored,
          customerIdPath: ignored,
          facilityCd: ignored,
          endDt,
        }),
      )
      .check(z.maxLength(LIST_MAX)),
    /** With it the save is refused if the assignments have changed in the meantime. */
    version: z.optional(z.int()),
  }),
})
export type UserCustomersChange = z.output<typeof updateUserCustomers.body>

export const summaries = {
  listTopLevelCustomers: `The first ${CUSTOMERS_PAGE} top-level customers of a facility that the administrator may assign, or those from an offset; all of a facility without a hierarchy`,
  listCustomerDescendants: `The first ${CUSTOMERS_PAGE} children of a customer, or those from an offset, with the first children of each below them: as many levels as given, and at most ${CUSTOMER_NODES_MAX} nodes`,
  searchCustomers: `Customers of a facility whose name contains a text in any case, by name; the first ${CUSTOMER_NODES_MAX} can be reached`,
  getUserCustomers: 'The facilities and customers that a user is assigned, as far as the administrator may assign them',
  updateUserCustomers:
    'Assign these facilities and customers to a user and no others; what the administrator has no access to stays as it is. The other parts of a user are ignored (decision E13)',
}
