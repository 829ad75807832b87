import { searchPortal } from '@portico/contract/search/search.ts'
import { closedLoop } from './clients.ts'
import type { Bench, Report } from './figures.ts'
import { interleave, summarize } from './harness.ts'
import { loadLibrary, OWN_DOCUMENTS, OWN_LINKS, OWN_TILES, ownerIndexOf, userIdOf } from './library-data.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Typed letter by letter: many hits, few, one of several words, none. */
const ASKED = ['re', 'report', 'report 12', 'workspace 4', 'link 77', 'plan 4322', 'nothing like it']

/** The search over everything, for a user with much data. */
export async function search(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await loadLibrary(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const index = ownerIndexOf(data)
  const path = searchPortal.path.replace('{uid}', String(userIdOf(index)))
  let next = 0
  try {
    const rounds = await interleave(
      [
        {
          name: 'search over everything',
          pid: portal.pid,
          run: (ms) =>
            closedLoop(portal.origin, 1, ms, async (connection) => {
              const text = ASKED[next++ % ASKED.length] ?? ''
              const { body } = await connection.send(
                'GET',
                `${path}?text=${encodeURIComponent(text)}`,
                asSignedIn(index),
              )
              return body.startsWith('{"code":"200"') && body.includes('"kindCd"') === !text.startsWith('nothing')
            }),
        },
      ],
      { ...bench, databasePid: bench.postgres.pid },
    )
    const run = { name: 'search over everything', ...summarize(rounds['search over everything']) }
    return {
      runs: [run],
      figures: [
        {
          goal: 'Ctrl-K',
          name: 'search over everything, p95',
          value: run.p95,
          unit: 'ms',
          must: 100,
          aim: 50,
          sense: 'at most',
          note: `${OWN_TILES} tiles, ${OWN_DOCUMENTS} documents, ${OWN_LINKS} links: p50 ${run.p50.toFixed(0)} ms, ${run.bad} bad answers`,
        },
      ],
    }
  } finally {
    await portal.stop()
  }
}
