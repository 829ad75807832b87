import { sql } from 'kysely'
import type { ReferenceRows } from './reference-rows.ts'

const employerName = sql`(select client.name::text from clients client where client.id = entry.client_id)`

/** Employers whose contact gets a list of their users and permissions (decision I4). */
export const entitlementConfigRows: ReferenceRows<'employerId' | 'clientCd' | 'enableFlg'> = {
  table: 'entitlement_report_settings',
  columns: { employerId: 'client_id', clientCd: 'client_code', enableFlg: 'is_enabled' },
  shown: { employerNm: employerName },
  inUse: [],
  unique: { entitlement_report_settings_pkey: 'employerId' },
  refersTo: { entitlement_report_settings_client_id_fkey: 'employerId' },
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
