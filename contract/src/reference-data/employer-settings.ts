import * as z from 'zod/mini'
import { Id, text, YesNo } from '../kit/codecs.ts'
import { referenceSummaries } from '../kit/reference-summaries.ts'
import { referenceTable } from '../kit/reference-table.ts'

/** Employers that get entitlement reports (DBMT-122..124). */
export const entitlementConfigs = referenceTable({
  name: 'EntitlementConfig',
  path: 'entl-configs',
  key: 'employerId',
  fields: { employerId: Id, clientCd: z.optional(z.nullable(text(50))), enableFlg: YesNo },
  shown: { employerNm: z.string() },
  labels: {
    employerId: 'reference_employer',
    clientCd: 'entitlement_client_code',
    enableFlg: 'entitlement_enabled',
    employerNm: 'reference_employer',
  },
  helps: { clientCd: 'entitlement_client_code_help' },
  inputs: { employerId: { lookup: 'employers', shownAs: 'employerNm' }, enableFlg: 'check' },
  fixed: ['employerId'],
  defaultSort: 'employerNm',
  addresses: {
    add: { method: 'POST', path: 'add-entl-config' },
    change: { method: 'PUT', path: 'update-entl-config' },
  },
  texts: { title: 'entitlements_title', entry: 'entitlement_entry', remove: 'entitlement_remove' },
})
export const {
  listEntitlementConfigRows,
  addEntitlementConfig,
  changeEntitlementConfig,
  removeEntitlementConfig,
  restoreEntitlementConfig,
  countEntitlementConfigUses,
} = entitlementConfigs.endpoints

/** Minutes without activity after which users of an employer are signed out (DBMT-125, DBMT-126). */
export const sessionTimeouts = referenceTable({
  name: 'SessionTimeout',
  isSensitive: true,
  path: 'emp-session-timeouts',
  key: 'employerId',
  fields: { employerId: Id, timeoutMinutesCnt: z.int().check(z.minimum(1), z.maximum(1440)) },
  shown: { employerNm: z.string() },
  labels: {
    employerId: 'reference_employer',
    timeoutMinutesCnt: 'timeout_minutes',
    employerNm: 'reference_employer',
  },
  helps: { timeoutMinutesCnt: 'timeout_minutes_help' },
  inputs: { employerId: { lookup: 'employers', shownAs: 'employerNm' }, timeoutMinutesCnt: 'number' },
  fixed: ['employerId'],
  defaultSort: 'employerNm',
  addresses: { save: { method: 'POST', path: 'save-emp-session-timeout' } },
  texts: { title: 'timeouts_title', entry: 'timeout_entry', remove: 'timeout_remove' },
})
export const {
  listSessionTimeoutRows,
  saveSessionTimeout,
  removeSessionTimeout,
  restoreSessionTimeout,
  countSessionTimeoutUses,
} = sessionTimeouts.endpoints

export const summaries = referenceSummaries(entitlementConfigs, sessionTimeouts)
