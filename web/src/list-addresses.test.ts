import type { QueryKey } from '@tanstack/react-query'
import {
  announcementAudiences,
  announcementKinds,
  announcementStatuses,
} from '@portico/contract/announcements/announcement-admin.ts'
import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { reviewItemSearch, reviewItemsQuery } from './admin/access-reviews/access-review-queries.ts'
import { applicationUserSearch, applicationUsersQuery } from './admin/application/application-page-queries.ts'
import { managedAnnouncementsQuery } from './admin/announcements/announcement-queries.ts'
import { announcementSearch } from './admin/announcements/announcement-search.ts'
import {
  clientApplicationSearch,
  clientApplicationsQuery,
} from './admin/client-applications/client-application-queries.ts'
import {
  directoryGroupSearch,
  directoryGroupsQuery,
  directoryRequestSearch,
  directoryRequestsQuery,
} from './admin/client-directory/directory-queries.ts'
import { directoryPeopleQuery, directoryPersonSearch } from './admin/client-directory/directory-person-queries.ts'
import { runSearch, runsQuery } from './admin/jobs/job-queries.ts'
import { categories } from './admin/reference-data/reference-categories.ts'
import { holderSearch, holdersQuery } from './admin/permission-sets/permission-set-queries.ts'
import { reportRowSearch, reportRowsQuery } from './admin/opened-report/opened-report-queries.ts'
import { entriesQuery, referenceSearchOf } from './admin/reference-data/reference-queries.ts'
import { accessHistoryQuery, accessHistorySearch } from './admin/user-profile/access-history-queries.ts'
import { tileUserSearch, tileUsersQuery } from './admin/tile-users/tile-user-queries.ts'
import { deliveriesQuery, deliverySearch } from './admin/webhooks/webhook-queries.ts'
import type { ListSearch, ListValues } from './patterns/list-search.ts'
import { documentsQuery, sharedDocumentsQuery } from './portal/documents/document-queries.ts'
import { ownDocumentSearch, sharedDocumentSearch } from './portal/documents/document-search.ts'

type Values = ListValues<Record<string, unknown>, string>

/** A list whose state is in an address: what the address says, and the query of a page. */
interface AddressedList {
  read: (search: object) => Values
  write: (values: Values) => Record<string, unknown>
  page: (values: Values) => { queryKey: QueryKey }
}

const UID = 7

const listOf = <Filters, Column extends string>(
  { read, write }: ListSearch<Filters, Column>,
  page: (values: ListValues<Filters, Column>) => { queryKey: QueryKey },
) => ({ read, write, page }) as unknown as AddressedList

/** The lists of screens that declare theirs. */
const areas = import.meta.glob<Record<string, { list?: () => Promise<unknown> }>>('./admin/*/screen.ts', {
  eager: true,
})
const declared = Promise.all(
  Object.values(areas)
    .flatMap((area) => Object.values(area))
    .flatMap(({ list }) => list?.() ?? []),
) as Promise<
  { search: Pick<AddressedList, 'read' | 'write'>; page: (uid: number, values: Values) => { queryKey: QueryKey } }[]
>

const named = <Code extends string>(codes: readonly Code[]) =>
  codes.map((valueCd, at) => ({ clsVldValId: at + 1, valueCd, valueMediumNm: valueCd }))
const announcementValues = {
  types: named(announcementKinds),
  userTypes: named(announcementAudiences),
  statuses: named(announcementStatuses),
}

const lists: AddressedList[] = [
  ...(await declared).map(({ search, page }) => ({ ...search, page: (values: Values) => page(UID, values) })),
  listOf(announcementSearch, (values) => managedAnnouncementsQuery(UID, announcementValues, values)),
  listOf(reviewItemSearch, (values) => reviewItemsQuery(UID, 3, values)),
  listOf(applicationUserSearch, (values) => applicationUsersQuery(UID, 3, values)),
  listOf(clientApplicationSearch, (values) => clientApplicationsQuery(UID, 3, values)),
  listOf(directoryGroupSearch, (values) => directoryGroupsQuery(UID, 3, values)),
  listOf(directoryPersonSearch, (values) => directoryPeopleQuery(UID, 3, values)),
  listOf(directoryRequestSearch, (values) => directoryRequestsQuery(UID, 3, values)),
  listOf(accessHistorySearch, (values) => accessHistoryQuery(UID, 3, values)),
  listOf(reportRowSearch, (values) => reportRowsQuery(UID, 3, values)),
  listOf(tileUserSearch, (values) => tileUsersQuery(UID, values.filters.tile ?? 0, values)),
  listOf(holderSearch, (values) => holdersQuery(UID, 3, values)),
  listOf(deliverySearch, (values) => deliveriesQuery(UID, 3, values)),
  listOf(runSearch, (values) => runsQuery(3, values)),
  listOf(ownDocumentSearch, (values) => documentsQuery(UID, values)),
  listOf(sharedDocumentSearch, (values) => sharedDocumentsQuery(UID, values)),
  ...categories.map((category) => listOf(referenceSearchOf(category), (values) => entriesQuery(category, values))),
]

const endpoints = allEndpoints().map(({ endpoint }) => endpoint)
const shapeOf = (shape: Shape | undefined): object =>
  shape && 'shape' in shape._zod.def ? (shape._zod.def.shape as object) : {}
const fieldsOf = ({ query, body }: Endpoint): string[] => Object.keys({ ...shapeOf(query), ...shapeOf(body) })
const isMoment = (value: unknown): value is Date => value instanceof Date

/** What a request has besides its filters. */
const frame = ['sort', 'direction', 'orderByColumn', 'isOrderByDesc', 'pageNo', 'pageSize']

/** Lists that a dialog shows or a field searches, and those that no screen shows: their state is in no address. */
const inNoAddress = ['listAnnouncementPersons', 'listAnnouncementReaderClients', 'listNotificationTypeUsers']

const callOf = ({ read, page }: AddressedList) => String(page(read({})).queryKey[0])

/** The names of the filters in the address. */
const namesOf = ({ read, write }: AddressedList): string[] =>
  Object.keys(write(read({}))).filter((name) => !['sort', 'dir', 'page', 'size', 'hide'].includes(name))

/** What a page is asked for at an address. */
function sentAt({ read, page }: AddressedList, address: object): Readonly<Record<string, unknown>> {
  const { params, query, body } = page(read(address)).queryKey.at(-1) as Record<'params' | 'query' | 'body', object>
  return { ...params, ...query, ...body }
}

const DAY = '2026-05-01'

/** The words that a field chooses from. */
function choicesOf(shape: unknown): unknown[] {
  const def = (shape as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  return [...Object.values(def['entries'] ?? {}), ...['innerType', 'in', 'out'].flatMap((part) => choicesOf(def[part]))]
}

/** Addresses that set every filter, so that each has each of its choices in one of them; and those that set one alone. */
function addressesOf(list: AddressedList): Record<string, unknown>[] {
  const endpoint = endpoints.find(({ name }) => name === callOf(list))
  const shapes = Object.values({ ...shapeOf(endpoint?.query), ...shapeOf(endpoint?.body) })
  const words = [
    ...shapes.flatMap(choicesOf),
    ...announcementKinds,
    ...announcementAudiences,
    ...announcementStatuses,
    'active',
    'changed',
    'shown',
  ]
  const accepted = namesOf(list).map((name): [string, unknown[]] => [
    name,
    [DAY, 7, ...words, 'ada'].filter((value) => list.read({ [name]: value }).filters[name] !== undefined),
  ])
  const most = Math.max(0, ...accepted.map(([, values]) => values.length))
  const all = Array.from({ length: most }, (_, at) =>
    Object.fromEntries(accepted.map(([name, values]) => [name, values[Math.min(at, values.length - 1)]])),
  )
  return [...all, ...accepted.flatMap(([name, values]) => values.map((value) => ({ [name]: value })))]
}

/** Filters that a page sets, such as that of an application, printing, or one's latest decisions: they are in no list of filters. */
const setByRecord: Readonly<Record<string, readonly string[]>> = {
  listAccessRequests: ['pageId'],
  listAuditEvents: ['changesFlg'],
  listPermissionSets: ['forClientId'],
  listReportRows: ['printFlg'],
  listReviewItems: ['decidedSinceDt'],
  listTileImages: ['sectionId'],
}

const without = (address: Record<string, unknown>, name: string) => ({ ...address, [name]: undefined })

test('every list of the contract that a screen shows page by page has its state in the address of that screen', () => {
  const calls = lists.map(callOf)
  const paged = endpoints.filter((one) => ['sort', 'pageNo'].every((field) => fieldsOf(one).includes(field)))
  expect(paged.map(({ name }) => name).filter((name) => !calls.includes(name))).toEqual(inNoAddress)
})

describe.each(lists.map((list) => [callOf(list), list] as const))('the address of %s', (call, list) => {
  const addresses = addressesOf(list)

  test('reaches every filter of the call', () => {
    const endpoint = endpoints.find(({ name }) => name === call)
    const filters = endpoint ? fieldsOf(endpoint).filter((field) => !frame.includes(field)) : []
    const sent = addresses.flatMap((address) =>
      Object.entries(sentAt(list, address)).flatMap(([field, value]) => (value === undefined ? [] : field)),
    )
    expect(filters.filter((field) => !sent.includes(field))).toEqual(setByRecord[call] ?? [])
  })

  test('has no filter that is not sent', () => {
    const isSent = (name: string) =>
      addresses.some((address) => !isDeepStrictEqual(sentAt(list, address), sentAt(list, without(address, name))))
    expect(namesOf(list).filter((name) => !isSent(name))).toEqual([])
  })

  test('says days of the calendar of its reader', () => {
    vi.stubEnv('TZ', 'America/Chicago')
    onTestFinished(() => void vi.unstubAllEnvs())
    const moments = addresses.flatMap((address) => Object.values(sentAt(list, address)).filter(isMoment))
    const firstMoments = [0, 1].map((later) => new Date(2026, 4, 1 + later).toISOString())
    expect(firstMoments[0]).toBe('2026-05-01T05:00:00.000Z')
    expect(moments.map((moment) => moment.toISOString()).filter((moment) => !firstMoments.includes(moment))).toEqual([])
  })
})
