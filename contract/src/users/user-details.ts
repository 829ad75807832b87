import * as z from 'zod/mini'
import { Id, Ignored, Instant, text, YesNo } from '../kit/codecs.ts'
import { userFieldList, type WireField } from './user-fields.ts'

/** Keys of a user that these calls accept and ignore: only actions change them (decision N-5), or nothing does. */
const ignored = z.optional(Ignored)

/** Above every field's limit, so that the field's own rule refuses a longer text with its own message. */
const textInput = z.optional(z.nullable(text(1000)))
const idInput = z.optional(z.nullable(Id))

const inputOfKind = {
  text: textInput,
  phone: textInput,
  email: textInput,
  id: idInput,
  flag: z.optional(YesNo),
}

const fieldInputs = Object.fromEntries(userFieldList.map(({ wire, kind }) => [wire, inputOfKind[kind]])) as {
  [Field in WireField as Field['wire']]: (typeof inputOfKind)[Field['kind']]
}

/**
 * Details of a user as administrators send them (UADM-040..063); the rules are in user-details-rules.ts. Of a stored
 * user, omitted fields stay and null clears; of a new one, omitted fields are empty.
 */
export const UserDetails = z.strictObject({
  userNm: textInput,
  ...fieldInputs,
  employerId: idInput,
  /** Null declines the employer that the user requested (decision D1); another value changes nothing. */
  pendingEmployerId: idInput,
  /** The active toggle: 1 or 2 (UADM-106). 3 is accepted as a deleted user's own value and changes nothing. */
  userStatus: z.optional(z.literal([1, 2, 3])),
  /** 'Y': the user agrees to receive text messages (UADM-119). */
  agreeText: z.optional(YesNo),
  userId: ignored,
  acctLockedFlg: ignored,
  federatedUser: ignored,
  mfaEnabled: ignored,
  idmuser: ignored,
  loginSessionId: ignored,
  employerNm: ignored,
  lastLoginDt: ignored,
  recordAddDt: ignored,
  departmentNm: ignored,
  pendingEmailAddress: ignored,
  pendingEmployerNm: ignored,
  internationalPhonesFlg: ignored,
  readOnlyFields: ignored,
  version: ignored,
})
export type UserDetails = z.output<typeof UserDetails>

/** When a grant ends by itself; omitted or null: it has no planned end (decision A4). */
const endDt = z.optional(z.nullable(Instant))

/** Most rows of one kind in a call. */
const GRANTS_MAX = 10_000

const list = <Row extends z.core.$ZodType>(row: Row) => z.optional(z.array(row).check(z.maxLength(GRANTS_MAX)))

/**
 * The one body of the calls that create and change a user (UADM-142..145); each call applies its own part and ignores
 * the rest (decision E13). A full user profile can be sent back as it was read.
 */
export const UserProfileBody = z.strictObject({
  user: UserDetails,
  notificationTypes: list(
    z.strictObject({ notificationTypeId: Id, notificationTypeNm: ignored, textMessageFlg: ignored }),
  ),
  userSystems: list(
    z.strictObject({
      systemId: Id,
      adminFlg: z.optional(YesNo),
      sensitiveDataAccessFlg: z.optional(YesNo),
      /** 'N': the user does not hold the system, as if the row were omitted. */
      permissionAssignedFlg: z.optional(YesNo),
      endDt,
      systemNm: ignored,
      givenByNm: ignored,
      groupNms: ignored,
      permissionSets: ignored,
      lastUsedDt: ignored,
      system: ignored,
    }),
  ),
  userPages: list(
    z.strictObject({
      pageId: Id,
      endDt,
      pageNm: ignored,
      systemId: ignored,
      givenByNm: ignored,
      groupNms: ignored,
      permissionSets: ignored,
    }),
  ),
  userFacilities: list(
    z.strictObject({
      facilityCd: text(20),
      allCustomersFlg: z.optional(YesNo),
      endDt,
      /** Derived from userCustomers (decision E14). */
      customers: ignored,
    }),
  ),
  userCustomers: list(
    z.strictObject({
      customerId: Id,
      endDt,
      facilityCd: ignored,
      customerName: ignored,
      customerNamePath: ignored,
      customerIdPath: ignored,
    }),
  ),
  userCustomerDetail: ignored,
  /** The version that the administrator has seen; omitted: the change is applied to whatever is stored. */
  version: z.optional(z.int()),
})
export type UserProfileBody = z.output<typeof UserProfileBody>
