import {
  REPORT_SUMMARY_NAMES,
  SIGN_IN_PERIOD_DAYS,
  type SignInPeriod,
  signInPeriods,
} from '@portico/contract/reports/report-rules.ts'
import type { AccessRow } from './report-statements.ts'

const DAY_MS = 86_400_000

interface Counted<Name extends string = string> {
  readonly name: Name
  readonly cnt: number
}

/** What the rows of a report have in common: numbers without names of users. */
export interface ReportSummary {
  readonly userCnt: number
  /** Rows by application and by employer, the most first; '' counts those beyond REPORT_SUMMARY_NAMES. */
  readonly systems: readonly Counted[]
  readonly employers: readonly Counted[]
  /** Users by when they last signed in. */
  readonly lastLogins: readonly Counted<SignInPeriod>[]
}

type CountedRow = Pick<AccessRow, 'userName' | 'systemName' | 'clientName' | 'lastSignedInAt'>

/** Counts the rows of a report while they are written. The rows of a user follow each other. */
export class ReportCounts {
  readonly #requestedAt: Date
  readonly #systems = new Map<string, number>()
  readonly #employers = new Map<string, number>()
  readonly #periods = new Map<SignInPeriod, number>()
  #userCount = 0
  #lastUser: string | null = null

  constructor(requestedAt: Date) {
    this.#requestedAt = requestedAt
  }

  /** Counts rows that follow those before. */
  add(rows: readonly CountedRow[]): void {
    for (const { userName, systemName, clientName, lastSignedInAt } of rows) {
      increment(this.#systems, systemName)
      increment(this.#employers, clientName)
      if (userName === this.#lastUser) continue
      this.#lastUser = userName
      this.#userCount++
      increment(this.#periods, signInPeriodOf(lastSignedInAt, this.#requestedAt))
    }
  }

  summary(): ReportSummary {
    return {
      userCnt: this.#userCount,
      systems: mostFirst(this.#systems),
      employers: mostFirst(this.#employers),
      lastLogins: signInPeriods.map((name) => ({ name, cnt: this.#periods.get(name) ?? 0 })),
    }
  }
}

const increment = <Name>(counts: Map<Name, number>, name: Name): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** When a user last signed in, seen from the request of the report. */
function signInPeriodOf(lastSignedInAt: Date | null, requestedAt: Date): SignInPeriod {
  if (lastSignedInAt === null) return 'never'
  const days = (requestedAt.getTime() - lastSignedInAt.getTime()) / DAY_MS
  if (days < SIGN_IN_PERIOD_DAYS.month) return 'month'
  return days < SIGN_IN_PERIOD_DAYS.quarter ? 'quarter' : 'earlier'
}

function mostFirst(counts: ReadonlyMap<string, number>): Counted[] {
  const all = [...counts].map(([name, cnt]) => ({ name, cnt })).toSorted((one, other) => other.cnt - one.cnt)
  const rest = all.slice(REPORT_SUMMARY_NAMES).reduce((sum, { cnt }) => sum + cnt, 0)
  return [...all.slice(0, REPORT_SUMMARY_NAMES), ...(rest > 0 ? [{ name: '', cnt: rest }] : [])]
}
