import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../postgres.ts'
import { atLeast, type Experiment, type Finding, none } from './experiment.ts'
import { startLoad } from './load.ts'
import { keptFindings, underLoad } from './restarts.ts'
import type { World } from './world.ts'

const HOUR_MS = 3_600_000
const SHIFTED_CLOCK = new URL('shifted-clock.mjs', import.meta.url).href
/** The load before and after a change of clocks. */
const WATCH_MS = 3_000

/** Passwords of the demo would expire on the way to the moments. */
const NEVER_EXPIRES = { PORTAL_PASSWORD_MAX_AGE_DAYS: '0' }

export const clocks: Experiment = {
  id: 'R16',
  title: 'Clocks differ, daylight saving changes, leap days',
  run: (bench) =>
    underLoad(bench, { environment: NEVER_EXPIRES }, async (world, load) => {
      const findings: Finding[] = []
      for (const [name, shiftMs] of [
        ['an hour behind', -HOUR_MS],
        ['two days ahead', 48 * HOUR_MS],
      ] as const) {
        await world.b.stop()
        const began = performance.now()
        await world.b.start({
          flags: ['--import', SHIFTED_CLOCK],
          environment: { BENCH_CLOCK_SHIFT_MS: String(shiftMs) },
          readyLater: true,
        })
        const answer = await unready(world.b.opsOrigin)
        await delay(WATCH_MS)
        const { valid, of } = await load.validSessions()
        const until = performance.now()
        const [reads, writes] = [load.figures('read', began, until), load.figures('write', began, until)]
        findings.push(
          none(`node ${name}: times it said that it is ready`, answer.includes('clocks of this node') ? 0 : 1),
          none(`node ${name}: requests that failed`, reads.failed + writes.failed),
          none(`node ${name}: sessions that ended`, of - valid),
        )
      }
      await world.b.stop()
      await world.b.start()
      await load.stop()
      findings.push(...keptFindings(await load.verify(world.databaseUrl)), ...(await momentsPassed(world)))
      return {
        findings,
        notes: [
          'the clock of a node is moved by a module that shifts its Date, the one that decides by set_clock_offset',
        ],
      }
    }),
}

/** What /readyz says while it does not say that the portal is only starting. */
async function unready(opsOrigin: string): Promise<string> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const answer = await fetch(`${opsOrigin}/readyz`)
    const text = await answer.text()
    if (answer.status === 200 || /clocks/.test(text)) return text
    await delay(50)
  }
  return 'no answer about clocks'
}

/** Enough to sign in before the moment. */
const AHEAD_SECONDS = 15
/** Moments that are passed while users work: each a few seconds after the clock is set. */
const MOMENTS = [
  ['the last second of a year', "make_timestamptz(2027, 12, 31, 23, 59, 59, 'America/Chicago')"],
  ['a leap day', "make_timestamptz(2028, 2, 28, 23, 59, 59, 'America/Chicago')"],
  ['the hour that is left out in spring', "make_timestamptz(2028, 3, 12, 1, 59, 59, 'America/Chicago')"],
  ['the hour that is there twice in autumn', "make_timestamptz(2028, 11, 5, 1, 59, 59, 'America/Chicago')"],
] as const

async function momentsPassed(world: World): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, moment] of MOMENTS) {
    await onDatabase(world.databaseUrl, async (client) => {
      // Before the offset of the moment, which is between then and the clock of the system.
      await client.query(`select set_clock_offset(${moment} - interval '${AHEAD_SECONDS} seconds' - clock_timestamp())`)
    })
    const passes = performance.now() + AHEAD_SECONDS * 1000
    const load = await startLoad(world.origin, { isAgain: true })
    const began = performance.now()
    await delay(Math.max(0, passes - performance.now()) + WATCH_MS)
    const { valid, of } = await load.validSessions()
    const until = performance.now()
    await load.stop()
    const [reads, writes] = [load.figures('read', began, until), load.figures('write', began, until)]
    findings.push(
      atLeast(`${name}: requests`, reads.requests + writes.requests, 10),
      none(`${name}: began after it had passed`, began < passes ? 0 : 1),
      none(`${name}: requests that failed`, reads.failed + writes.failed),
      none(`${name}: sessions that ended`, of - valid),
    )
  }
  return findings
}
