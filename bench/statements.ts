import { closedLoop, HttpConnection, type Work } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { type BenchData, userNameOf } from './load-data.ts'
import { openBrowser, signInOn, visitHome, visitSignIn } from './page-visits.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { countStatements, type StatementCount } from './statement-counts.ts'
import { askSignedIn, signIn, takeTurns } from './visitors.ts'

const REPEATS = 50

/** Goal 20: database statements of one call. */
export async function statements(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const session = await perCall(data, portal.origin, askSignedIn(data, 'getLastAccess'))
    const profile = await perCall(data, portal.origin, askSignedIn(data, 'getProfile'))
    const login = await perCall(data, portal.origin, signIn(portal.origin, takeTurns(data)))
    const home = await homePage(data, portal.origin)
    return {
      figures: [
        figure('getLastAccess', session.statements, 2, 1),
        figure('getProfile', profile.statements, 2, 2),
        figure('sign-in', login.statements, 8, 5, 'the token before it included'),
        { ...figure('sign-in', login.commits, 2, 2), name: 'commits of changes per sign-in' },
        ...(home ? [home] : []),
      ],
      left: home ? [] : ['statements of the home page: there is no Chrome or Chromium here'],
    }
  } finally {
    await portal.stop()
  }
}

async function perCall(data: BenchData, origin: string, work: Work): Promise<{ statements: number; commits: number }> {
  // Long enough for every session to have been used within this minute.
  await closedLoop(origin, 4, 1_500, work)
  const counts: StatementCount[] = []
  // A background job may commit in between, which only adds: the minimum of three belongs to the calls.
  for (let round = 0; round < 3; round++) counts.push(await countCalls(data, origin, work))
  const least = (of: (count: StatementCount) => number) => Math.min(...counts.map(of)) / REPEATS
  return { statements: least(({ statements: sent }) => sent), commits: least(({ commits }) => commits) }
}

async function countCalls(data: BenchData, origin: string, work: Work): Promise<StatementCount> {
  const connection = new HttpConnection(origin)
  let bad = 0
  const counted = await countStatements(data, async () => {
    for (let at = 0; at < REPEATS; at++) if (!(await work(connection, 0))) bad++
  })
  connection.close()
  if (bad) throw new Error(`${bad} of ${REPEATS} answers were not the expected ones.`)
  if (process.env['BENCH_SHOW_STATEMENTS']) process.stderr.write(`${counted.texts.join('\n')}\n\n`)
  return counted
}

/** Statements of loading the home page in a real browser. */
async function homePage(data: BenchData, origin: string): Promise<Figure | undefined> {
  const browser = await openBrowser()
  if (!browser) return undefined
  try {
    const page = await (await browser.newContext()).newPage()
    await visitSignIn(page, origin)
    await signInOn(page, userNameOf(7_002))
    const calls: string[] = []
    const counted = await countStatements(data, async () => {
      const { paths } = await visitHome(page, origin)
      calls.push(...paths.filter((name) => name.startsWith('/ccservices/')))
    })
    if (process.env['BENCH_SHOW_STATEMENTS']) process.stderr.write(`${[...calls, ...counted.texts].join('\n')}\n`)
    return figure('home page', counted.statements, 12, 8, `${calls.length} calls`)
  } finally {
    await browser.close()
  }
}

function figure(of: string, value: number, must: number, aim: number, note?: string): Figure {
  const noted = note === undefined ? {} : { note }
  return { goal: '20', name: `statements per ${of}`, value, unit: '', must, aim, sense: 'at most', ...noted }
}
