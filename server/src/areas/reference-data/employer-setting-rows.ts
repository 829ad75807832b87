import { sql } from 'kysely'
import { sentences } from '../../http/sentences.ts'
import type { ReferenceRows } from './reference-rows.ts'
import { run } from '../../db/run.ts'

const employerName = sql`(select client.name::text from clients client where client.id = entry.client_id)`

/** Employers whose contact gets a list of their users and permissions (decision I4). */
export const entitlementConfigRows: ReferenceRows<'employerId' | 'clientCd' | 'enableFlg'> = {
  table: 'entitlement_report_settings',
  columns: { employerId: 'client_id', clientCd: 'client_code', enableFlg: 'is_enabled' },
  shown: { employerNm: employerName },
  inUse: [],
  unique: { entitlement_report_settings_pkey: 'employerId' },
  refersTo: { entitlement_report_settings_client_id_fkey: 'employerId' },
  // Those of an employer that is deleted later can still be changed.
  check: async (tx, { employerId }, id) => {
    if (id !== null) return null
    const [client] = await run(tx, sql`select from clients where id = ${employerId} and not is_deleted`)
    return client ? null : { field: 'employerId', message: sentences.field_invalid }
  },
}

/** Minutes without activity after which sessions of an employer's users end (decision B18). */
export const sessionTimeoutRows: ReferenceRows<'employerId' | 'timeoutMinutesCnt'> = {
  table: 'client_session_timeouts',
  columns: { employerId: 'client_id', timeoutMinutesCnt: 'idle_minutes' },
  shown: { employerNm: employerName },
  inUse: [],
  unique: { client_session_timeouts_pkey: 'employerId' },
  refersTo: { client_session_timeouts_client_id_fkey: 'employerId' },
}
