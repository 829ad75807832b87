import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'

/** A line that is neither an address nor a network; `entry`: its beginning. */
interface WrongLine {
  line: number
  entry: string
}

/** Why a service account or a token cannot be. `page`, `scope`: what is missing. */
export type ServiceAccountProblem =
  | { field: 'name'; why: 'empty' | 'too-long' | 'taken' }
  | { field: 'client'; why: 'unknown' }
  | { field: 'owner'; why: 'inactive' | 'other-employer' | 'external' }
  | { field: 'owner'; why: 'lacks-page'; scope: ServiceScope; page: AdminPage }
  | { field: 'scopes'; why: 'none' }
  | { field: 'scopes'; why: 'installation-only' | 'employer-only'; scope: ServiceScope }
  /** The administrator who makes or changes the account. */
  | { field: 'scopes'; why: 'editor-lacks-page'; scope: ServiceScope; page: AdminPage }
  /** All wrong lines, counted from 1; at least one. */
  | { field: 'networks'; why: 'invalid'; lines: readonly WrongLine[] }
  | { field: 'networks'; why: 'too-many' }
  | { field: 'end'; why: 'past' | 'too-late' }
  | { field: 'overlap'; why: 'too-long' }
  | { field: 'token'; why: 'too-many' | 'unknown' }
  | { field: 'account'; why: 'unknown' | 'ended' }
