import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import {
  ALL_CUSTOMERS,
  oneMonthBefore,
  rangeProblem,
  REPORT_DAYS_MAX,
  type ReportDateType,
  type ReportUserStatus,
  type ReportYesNo,
  type QueuedReport,
} from '@portico/contract/reports/report-rules.ts'
import type {
  PciCriteria,
  UserAccessCriteria,
  UserListCriteria as WireUserList,
} from '@portico/contract/reports/reports.ts'
import { DEFAULT_FACILITY } from '@portico/contract/customers/user-customers.ts'
import { type UserStatusCode, userStatuses } from '@portico/contract/users/users.ts'
import type { FieldIssue } from '../../http/answers.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import type { Reach } from '../customers/public.ts'

/** Days of the business time zone, yyyy-MM-dd, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Null everywhere: whatever it is. */
export interface UserListCriteria {
  readonly statuses: readonly UserStatusCode[]
  readonly isInternal: boolean | null
  readonly isAdministrator: boolean | null
  readonly created: DayRange | null
  readonly signedIn: DayRange | null
}

/** What a queued report, or the spreadsheet of User Access, is about. */
export interface AccessCriteria {
  readonly kind: QueuedReport
  readonly statuses: readonly UserStatusCode[]
  readonly isInternal: boolean | null
  readonly created: DayRange | null
  readonly signedIn: DayRange | null
  readonly facilityCode: string
  /** Null: all customers. */
  readonly customerId: number | null
  /** Null: all applications. */
  readonly systemId: number | null
}

/** What the criteria name, with names for those who read the report later. Null: all. */
export interface NamedChoices {
  readonly facilityName: string
  readonly customerName: string | null
  readonly systemName: string | null
}

/** Choices that exist and that the administrator has access to. */
export interface ResolvedCriteria extends NamedChoices {
  /** The customers of the facility whose names the report may show. */
  readonly reach: Reach
  /** Ids from the first level down to the customer; null: all customers. */
  readonly path: readonly number[] | null
}

interface Validated<Criteria> {
  readonly criteria: Criteria
  /** Rules that the criteria break, by wire name of the field; empty: they can be used. */
  readonly issues: readonly FieldIssue[]
}

const everyStatus = Object.values(userStatuses)
const statusesOf: Readonly<Record<ReportUserStatus, readonly UserStatusCode[]>> = {
  A: [userStatuses.active],
  I: [userStatuses.inactive],
  D: [userStatuses.deleted],
  ALL: everyStatus,
}
const flagOf: Readonly<Record<ReportYesNo, boolean | null>> = { Y: true, N: false, ALL: null }

interface WireDates {
  type: ReportDateType | undefined
  from: string | undefined
  to: string | undefined
  /** Wire names of both dates, which are invalid together (RPTS-069). */
  fields: readonly [string, string]
}

interface ValidatedDates {
  range: DayRange | null
  issues: readonly FieldIssue[]
}

/** Dates count where the date type is 'specific', or where there are dates and no type (decision L5). */
function validateDates({ type, from, to, fields }: WireDates): ValidatedDates {
  const isSpecific = (type ?? (from === undefined && to === undefined ? 'all' : 'specific')) === 'specific'
  if (!isSpecific) return { range: null, issues: [] }
  const problem = rangeProblem(from, to)
  if (problem === null) return { range: { from: from ?? '', to: to ?? '' }, issues: [] }
  const message: MessageRef =
    problem === 'range' ? sentences.field_date_range : sentences.report_range_too_long({ days: REPORT_DAYS_MAX })
  return { range: null, issues: fields.map((field) => ({ field, message })) }
}

/**
 * Returns the criteria of the User List report; what is missing is as the specification presets it (RPTS-115..121).
 * @param today yyyy-MM-dd in the business time zone
 */
export function validateUserList(wire: WireUserList, today: string): Validated<UserListCriteria> {
  const { userStatus = 'A', userType = 'Y', adminFlg = 'ALL', dateField = 'lastlogin', dateType } = wire
  const isPreset = dateType === undefined && wire.fromDate === undefined && wire.toDate === undefined
  const { range, issues } = validateDates({
    type: isPreset ? 'specific' : dateType,
    from: isPreset ? oneMonthBefore(today) : wire.fromDate,
    to: isPreset ? today : wire.toDate,
    fields: ['fromDate', 'toDate'],
  })
  return {
    criteria: {
      statuses: statusesOf[userStatus],
      isInternal: flagOf[userType],
      isAdministrator: flagOf[adminFlg],
      created: dateField === 'created' ? range : null,
      signedIn: dateField === 'lastlogin' ? range : null,
    },
    issues,
  }
}

/** Returns the criteria of the PCI User report: users who are not deleted (decision L6). */
export function validatePci({
  dateType,
  fromDate,
  toDate,
  facilityCd,
  customerId = 0,
}: PciCriteria): Validated<AccessCriteria> {
  const created = validateDates({ type: dateType, from: fromDate, to: toDate, fields: ['fromDate', 'toDate'] })
  const missing = { field: 'customerId', message: sentences.report_customer_missing }
  return {
    criteria: {
      kind: 'pci-user',
      statuses: [userStatuses.active, userStatuses.inactive],
      isInternal: null,
      created: created.range,
      signedIn: null,
      facilityCode: facilityCd ?? DEFAULT_FACILITY,
      customerId,
      systemId: null,
    },
    issues: [...created.issues, ...(customerId === 0 ? [missing] : [])],
  }
}

/** Returns the criteria of the User Access report (RPTS-123, RPTS-124). */
export function validateUserAccess(wire: UserAccessCriteria): Validated<AccessCriteria> {
  const { userStatus = 'A', userType = 'Y', systemId = ALL_APPLICATIONS_ID, customerId } = wire
  const created = validateDates({
    type: wire.dateType,
    from: wire.fromDate,
    to: wire.toDate,
    fields: ['fromDate', 'toDate'],
  })
  const signedIn = validateDates({
    type: wire.lastLoginDateType,
    from: wire.lastLoginFromDate,
    to: wire.lastLoginToDate,
    fields: ['lastLoginFromDate', 'lastLoginToDate'],
  })
  return {
    criteria: {
      kind: 'user-access',
      statuses: statusesOf[userStatus],
      isInternal: flagOf[userType],
      created: created.range,
      signedIn: signedIn.range,
      facilityCode: wire.facilityCd ?? DEFAULT_FACILITY,
      customerId: customerId === ALL_CUSTOMERS ? null : (customerId ?? null),
      systemId: systemId === ALL_APPLICATIONS_ID ? null : systemId,
    },
    issues: [...created.issues, ...signedIn.issues, ...choiceIssues(customerId, systemId)],
  }
}

function choiceIssues(customerId: number | undefined, systemId: number): FieldIssue[] {
  if (customerId === undefined) return [{ field: 'customerId', message: sentences.report_customer_missing }]
  if (customerId === ALL_CUSTOMERS && systemId === ALL_APPLICATIONS_ID)
    return [{ field: 'systemId', message: sentences.report_system_needed }]
  return []
}
