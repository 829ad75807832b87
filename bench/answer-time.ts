import { HttpConnection } from './clients.ts'
import type { Bench, Report } from './figures.ts'
import { median } from './harness.ts'
import { userNameOf } from './load-data.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { signInOnce } from './visitors.ts'

const TRIES = 120

/** Whether the time of a refusal tells known user names from unknown ones: 0.5 is a coin. */
export async function answerTime(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const connection = new HttpConnection(portal.origin)
    const timeOf = async (userName: string) =>
      (await signInOnce(connection, portal.origin, userName, 'not the password at all')).ms
    const known: number[] = []
    const unknown: number[] = []
    for (let at = 0; at < 20; at++) await timeOf(at % 2 ? userNameOf(8_500 + at) : `nobody.${at}`)
    // Another user each time, so that no account runs out of attempts.
    for (let at = 0; at < TRIES / 2; at++) {
      const names = [userNameOf(8_000 + at), `stranger.${at}`]
      for (const name of at % 2 ? names.toReversed() : names)
        (name.startsWith('user') ? known : unknown).push(await timeOf(name))
    }
    connection.close()
    const value = areaUnderCurve(known, unknown)
    const figure = { goal: 'S02', name: 'known user slower than unknown, AUC', value, unit: '' } as const
    const note = `medians ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms of ${TRIES} tries`
    return {
      figures: [
        { ...figure, must: 0.6, aim: 0.55, sense: 'at most', note },
        { ...figure, must: 0.4, aim: 0.45, sense: 'at least' },
      ],
    }
  } finally {
    await portal.stop()
  }
}

/** Chance that a value of the first list is above one of the second (Mann–Whitney). */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
