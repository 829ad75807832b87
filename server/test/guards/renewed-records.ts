import type { MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import { referenceIds } from '../reference-samples.ts'
import { makeServiceAccount } from '../service-accounts.ts'
import {
  accessChangeOf,
  accessRequestIds,
  accessReviewOf,
  catalogIds,
  directoryConflictOf,
  directoryGroupOf,
  documentIds,
  enhancementRequestOf,
  exportOf,
  groupChangeOf,
  identityProvider,
  importOf,
  jobSchedule,
  licenseOf,
  linkOf,
  openIdSystem,
  permissionSetOf,
  reportOf,
  ssoMapping,
  webhookOf,
} from './sample-rows.ts'
import { changedTables, type TableSums, tableSums } from './table-sums.ts'

/** Path parameters by name. */
type Ids = Record<string, string>

/** Whom and what the records are about. */
interface RecordWorld {
  readonly owner: MadeUser
  readonly other: MadeUser
  readonly portalAdmin: MadeUser
  readonly section: number
  readonly ids: Readonly<Ids>
}

interface RecordMaker {
  readonly make: () => Promise<Ids>
  /** The tables that it has written; none until it has run. */
  tables: readonly string[]
}

/** Tables that calls change whatever they are about. */
const OF_ANY_CALL = ['sessions', 'audit_events']

/** Tables of no record that calls are about. */
const OF_NO_RECORD = [
  'attempt_counts',
  'client_log_entries',
  'outbox_mails',
  'password_history',
  'user_sign_ins',
  'users',
]

/** What makes the records that calls change or delete. A maker uses no record of another one. */
function recordMakers(portal: Portal, { owner, other, portalAdmin, section, ids }: RecordWorld): RecordMaker[] {
  const { make } = portal
  const clientId = Number(ids['clientId'])
  const makers: readonly RecordMaker['make'][] = [
    async () => {
      await portal.owner('delete from documents where owner_id = any($1)', [[owner.id, other.id]])
      return documentIds(portal, owner, other)
    },
    async () => ({ providerId: await identityProvider(portal) }),
    async () => ({ userLinkId: await linkOf(portal, owner) }),
    () => referenceIds(portal),
    () => accessRequestIds(portal, [owner, other], section),
    async () => ({ enhancementRequestId: await enhancementRequestOf(portal, other, section) }),
    async () => ({ announcementId: String(await make.announcement()) }),
    () => accessReviewOf(portal, other),
    () => ssoMapping(portal, Number(ids['pageId'])),
    () => catalogIds(portal, section),
    async () => ({ jobScheduleSetupId: await jobSchedule(portal) }),
    async () => ({ appSystemId: await openIdSystem(portal) }),
    async () => {
      const { id } = await makeServiceAccount(portal, { owner: portalAdmin, scopes: ['users:read'] })
      return { serviceAccountId: String(id), ownerId: String(portalAdmin.id) }
    },
    () => webhookOf(portal, portalAdmin),
    async () => ({ licenseId: await licenseOf(portal) }),
    async () => ({ importId: await importOf(portal, portalAdmin) }),
    async () => ({ reportId: await reportOf(portal, portalAdmin) }),
    async () => ({ exportId: await exportOf(portal, portalAdmin, owner.id) }),
    async () => ({ accessChangeId: await accessChangeOf(portal, portalAdmin) }),
    async () => {
      const groupId = await directoryGroupOf(portal, clientId)
      return { groupId, groupChangeId: await groupChangeOf(portal, owner, clientId, Number(groupId)) }
    },
    async () => ({ conflictId: await directoryConflictOf(portal, clientId) }),
    async () => ({
      ...(await permissionSetOf(portal, owner, portalAdmin, Number(ids['sid']))),
      holderId: String(owner.id),
    }),
    async () => {
      const file = await make.publishedFile(portalAdmin)
      return { fileId: String(file.id), fileNm: file.name }
    },
  ]
  return makers.map((each) => ({ make: each, tables: [] }))
}

/**
 * Makes the records that calls are about, and those anew in whose tables something has changed. Returns their ids. `call`: the one that comes next.
 */
export function recordRenewal(portal: Portal, world: RecordWorld): (call: string) => Promise<Ids> {
  const makers = recordMakers(portal, world)
  const look = () => tableSums(portal, OF_ANY_CALL)
  let sums: TableSums | undefined
  const makeFirst = async (): Promise<Ids> => {
    const ids: Ids = {}
    let before = await look()
    for (const maker of makers) {
      Object.assign(ids, await maker.make())
      const after = await look()
      maker.tables = changedTables(before, after)
      before = after
    }
    sums = before
    return ids
  }
  return async (call) => {
    if (sums === undefined) return makeFirst()
    const changed = changedTables(sums, await look()).filter((table) => !OF_NO_RECORD.includes(table))
    const isOfKnown = changed.every((table) => makers.some(({ tables }) => tables.includes(table)))
    // What stands in any other table may belong to any of the records.
    const due = makers.filter(({ tables }) => !isOfKnown || tables.some((table) => changed.includes(table)))
    const ids: Ids = {}
    for (const { make } of due) Object.assign(ids, await make())
    // Another call adds the mapping that this one deletes.
    if (call === 'deleteSsoMapping')
      await portal.owner('insert into sso_employers (client_id) values ($1) on conflict do nothing', [
        ids['employerId'] ?? world.ids['employerId'],
      ])
    if (due.length > 0 || call === 'deleteSsoMapping') sums = await look()
    return ids
  }
}
