import type { TileGate } from '@portico/contract/tile-access/tile-access.ts'

/**
 * Rule C1 in SQL, gate by gate: the only place that decides which pages a user sees. `visiblePages` asks for all gates
 * at once; the explanation of a tile asks each by itself. `u` is the user, `p` the page, `s` its tile, `sy` its system,
 * `sg` the user's grant of the system, if any.
 */
const tileGates: Readonly<Record<TileGate, Gate>> = {
  USER_ACTIVE: { isPassed: 'u.status = 1' },
  TILE_DISPLAYED: { isPassed: 's.is_displayed and s.deleted_at is null' },
  PAGE_DISPLAYED: { isPassed: 'p.is_displayed and p.deleted_at is null' },
  APPLICATION_ACTIVE: { isPassed: 'sy.deleted_at is null' },
  INTERNAL_ONLY: { isNeeded: 'p.is_internal_only', isPassed: 'u.is_internal' },
  APPLICATION_GRANTED: { isPassed: 'sg.system_id is not null' },
  FACILITY_GRANTED: {
    isNeeded: 'sy.facility_code is not null',
    isPassed: `exists (select 1 from current_facility_grants fg
                        where fg.user_id = u.id and fg.facility_code = sy.facility_code)`,
  },
  PAGE_GRANTED: {
    isNeeded: 'p.is_assignable',
    isPassed: 'exists (select 1 from current_page_grants pg where pg.user_id = u.id and pg.page_id = p.id)',
  },
  ADMIN_ACCESS: { isNeeded: 'p.requires_admin', isPassed: 'coalesce(sg.is_admin, false)' },
}

interface Gate {
  /** Whether the page has this gate at all; absent: every page. */
  isNeeded?: string
  isPassed: string
}

function condition({ isNeeded, isPassed }: Gate): string {
  return isNeeded === undefined ? `(${isPassed})` : `(not (${isNeeded}) or ${isPassed})`
}

/** Every page behind a tile, for every user. */
export const pagesOfUsers = `
    from users u
    cross join pages p
    join systems sy on sy.id = p.system_id
    join sections s on s.id = p.section_id
    left join current_system_grants sg on sg.user_id = u.id and sg.system_id = p.system_id`

/** True where every gate is passed or not needed. */
export const allGates = Object.values(tileGates).map(condition).join('\n     and ')

/** The gates that page `p` has, as an array of their codes. */
export const neededGates = `array_remove(array[${Object.entries(tileGates)
  .map(([code, { isNeeded = 'true' }]) => `case when ${isNeeded} then '${code}' end`)
  .join(', ')}], null)`

/**
 * True where these gates are passed: for pages that have just these, as `neededGates` says. Without gates that are not
 * needed, PostgreSQL joins users with their grants instead of asking for each of them.
 */
export const allOfGates = (codes: readonly TileGate[]): string =>
  codes.map((code) => `(${tileGates[code].isPassed})`).join('\n     and ')

/** True where the user lacks nothing but what a grant of the page gives: every other gate is passed or not needed. */
export const gatesBeforeGrant = Object.entries(tileGates)
  .filter(([code]) => code !== 'APPLICATION_GRANTED' && code !== 'PAGE_GRANTED')
  .map(([, gate]) => condition(gate))
  .join('\n     and ')

/** One column for each gate: 'passed', 'failed' or 'not-needed'. */
export const gateColumns = Object.entries(tileGates)
  .map(
    ([code, { isNeeded = 'true', isPassed }]) =>
      `case when not (${isNeeded}) then 'not-needed' when ${isPassed} then 'passed' else 'failed' end as "${code}"`,
  )
  .join(',\n         ')
