import {
  type AccessCriteria,
  accessStatement,
  type connectAsOwner,
  everything,
  type JsonValue,
  momentsOf,
  ReportCounts,
  type StoredRow,
} from '@portico/server/for-demo.ts'
import { PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

type OwnerConnection = Awaited<ReturnType<typeof connectAsOwner>>

/** System of a report about one application. */
const CARD_SERVICES = 106
/** Rows of a chunk. */
const CHUNK_ROWS = 50

interface DemoReport {
  id: number
  daysAgo: number
  criteria: AccessCriteria
  customerName: string | null
  systemName: string | null
}

const everybody = { statuses: [1, 2], isInternal: null, created: null, signedIn: null, facilityCode: 'EDH' } as const

/** Writes finished reports of the portal administrator: one of a customer, and one of an application. */
export async function writeReports(
  connection: OwnerConnection,
  writer: DemoWriter,
  moment: DemoMoment,
  timeZone: string,
): Promise<void> {
  const { rows } = await connection.query<{ id: number; name: string }>(
    "select id, name from customers where facility_code = 'EDH' and parent_id is null order by id limit 1",
  )
  const [customer = { id: 0, name: '' }] = rows
  const reports: readonly DemoReport[] = [
    {
      id: 1,
      daysAgo: 6,
      criteria: { ...everybody, kind: 'pci-user', customerId: customer.id, systemId: null },
      customerName: customer.name,
      systemName: null,
    },
    {
      id: 2,
      daysAgo: 1,
      criteria: { ...everybody, kind: 'user-access', statuses: [1], customerId: null, systemId: CARD_SERVICES },
      customerName: null,
      systemName: await nameOfSystem(connection),
    },
  ]
  await writer.insert(
    'reports',
    reports.map(({ id, daysAgo, criteria, customerName, systemName }) => ({
      id,
      owner_id: PORTAL_ADMIN,
      kind: criteria.kind,
      criteria: JSON.parse(JSON.stringify({ ...criteria, facilityName: 'EDH', customerName, systemName })) as JsonValue,
      state: 'ready' as const,
      requested_at: moment.daysAgo(daysAgo),
      completed_at: moment.daysAgo(daysAgo),
      expires_at: moment.daysAgo(daysAgo - 30),
    })),
  )
  for (const { id, criteria, daysAgo } of reports) {
    await writeRows(connection, id, criteria, timeZone)
    await writeSummary(connection, id, moment.daysAgo(daysAgo))
  }
  await writer.countOn('reports')
}

async function nameOfSystem(connection: OwnerConnection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>('select name::text from systems where id = $1', [
    CARD_SERVICES,
  ])
  return rows[0]?.name ?? ''
}

async function writeRows(
  connection: OwnerConnection,
  id: number,
  criteria: AccessCriteria,
  timeZone: string,
): Promise<void> {
  const path = criteria.customerId === null ? null : [criteria.customerId]
  const { text, values } = accessStatement(everything, criteria, { path, reach: 'all' }, timeZone)
  await connection.query(
    `insert into report_chunks (report_id, number, rows)
     select ${Number(id)}, (at - 1) / ${CHUNK_ROWS}, jsonb_agg(to_jsonb(line) - 'at' order by at)
       from (select row_number() over ()::int as at, report.* from (${text}) report) line group by 2`,
    values,
  )
  await connection.query(
    `update reports set row_count = coalesce((
       select sum(jsonb_array_length(rows)) from report_chunks where report_id = reports.id), 0) where id = $1`,
    [id],
  )
}

/** Writes what the rows of a report have in common. */
async function writeSummary(connection: OwnerConnection, id: number, requestedAt: Date): Promise<void> {
  const { rows } = await connection.query<{ rows: StoredRow[] }>(
    'select rows from report_chunks where report_id = $1 order by number',
    [id],
  )
  const counts = new ReportCounts(requestedAt)
  for (const chunk of rows) counts.add(chunk.rows.map(momentsOf))
  await connection.query('update reports set summary = $2::jsonb where id = $1', [id, JSON.stringify(counts.summary())])
}
