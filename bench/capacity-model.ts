/**
 * The load that a portal of so many users has to carry, as a model: every number below is an assumption, stated in
 * docs/sizing.md, where an operator replaces it by one of their own.
 */
const model = {
  /** Share of all users who sign in on a working day. */
  activeADay: 0.3,
  /** Share of a day's sign-ins in its busiest hour. */
  inBusiestHour: 0.2,
  /** What a user does between signing in and out, by kind of call. */
  aSession: { 'sign-in': 1, 'home page': 3, 'opened application': 4, profile: 4, 'session read': 30 },
  /** Pages of the user list that administrators open for each session of any user. */
  listPages: 0.05,
  workingDays: 250,
  /** A core is not planned for more. */
  busiestCore: 0.6,
} as const

export const kinds = [...(Object.keys(model.aSession) as (keyof typeof model.aSession)[]), 'user list'] as const
export type Kind = (typeof kinds)[number]

/** CPU milliseconds of one call, and bytes of its log. */
export interface Cost {
  server: number
  database: number
  logBytes: number
}

export interface Need {
  users: number
  sessionsADay: number
  /** Calls a second in the busiest hour; a home page counts once. */
  perSecond: number
  serverCores: number
  databaseCores: number
  logMiBADay: number
}

const callsOf = (kind: Kind): number => (kind === 'user list' ? model.listPages : model.aSession[kind])

/** What so many users need, by the costs that were measured. */
export function needOf(users: number, costs: Readonly<Record<Kind, Cost>>): Need {
  const sessionsADay = users * model.activeADay
  const sessionsASecond = (sessionsADay * model.inBusiestHour) / 3600
  const aSession = (of: (cost: Cost) => number) => kinds.reduce((sum, kind) => sum + callsOf(kind) * of(costs[kind]), 0)
  const cores = (of: (cost: Cost) => number) => (sessionsASecond * aSession(of)) / 1000 / model.busiestCore
  return {
    users,
    sessionsADay,
    perSecond: sessionsASecond * kinds.reduce((sum, kind) => sum + callsOf(kind), 0),
    serverCores: cores(({ server }) => server),
    databaseCores: cores(({ database }) => database),
    logMiBADay: (sessionsADay * aSession(({ logBytes }) => logBytes)) / 1024 ** 2,
  }
}

/** Rows that one session leaves in each of the tables that grow with use, and for how many days; null: for good. */
export const rowsOfSession = [
  { table: 'sessions', rows: 1, days: 91 },
  { table: 'audit_events', rows: 6, days: null },
  { table: 'audit_seals', rows: 6, days: null },
  { table: 'outbox_mails', rows: 0.1, days: 30 },
] as const

/** Bytes after a year of such use. */
export function bytesAfterYear(users: number, bytesOfRow: Readonly<Record<string, number>>): number {
  const sessionsAYear = users * model.activeADay * model.workingDays
  return rowsOfSession.reduce((sum, { table, rows, days }) => {
    const kept = days === null ? 1 : days / 365
    return sum + sessionsAYear * kept * rows * (bytesOfRow[table] ?? 0)
  }, 0)
}
