import { askSecurityQuestion } from '@portico/contract/password/password.ts'
import { getPreloginCsrfToken } from '@portico/contract/sign-in/sign-in.ts'
import { headerOf, HttpConnection } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { directoryAnswerTime } from './directory-answer-time.ts'
import { areaUnderCurve, median } from './harness.ts'
import { userNameOf } from './load-data.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { signInOnce } from './visitors.ts'

const TRIES = 120

/** Whether the time of a refusal distinguishes known user names from unknown ones: 0.5 is chance. */
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
    const recovery = await recoveryTimes(connection, portal.origin)
    connection.close()
    const directory = await directoryAnswerTime(data)
    const value = areaUnderCurve(known, unknown)
    const figure = { goal: 'S02', name: 'known user slower than unknown, AUC', value, unit: '' } as const
    const note = `medians ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms of ${TRIES} tries`
    return {
      figures: [
        { ...figure, must: 0.6, aim: 0.55, sense: 'at most', note },
        { ...figure, must: 0.4, aim: 0.45, sense: 'at least' },
        ...recovery,
        ...directory.figures,
      ],
      left: directory.left,
    }
  } finally {
    await portal.stop()
  }
}

/** The same of the security question of a name, which the first step of the recovery shows. */
async function recoveryTimes(connection: HttpConnection, origin: string): Promise<Figure[]> {
  const headers: Record<string, string> = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0', origin }
  const opened = await connection.send(getPreloginCsrfToken.method, getPreloginCsrfToken.path, headers)
  headers['x-csrf-token'] = headerOf(opened.head, 'x-csrf-token') ?? ''
  headers['cookie'] = (headerOf(opened.head, 'set-cookie') ?? '').split(';')[0] ?? ''
  headers['content-type'] = 'application/json'
  const timeOf = async (userNm: string) => {
    const started = performance.now()
    const { method, path } = askSecurityQuestion
    const { body } = await connection.send(method, path, headers, JSON.stringify({ userNm }))
    if (!body.startsWith('{"code":"200"')) throw new Error('The answer has no security question.')
    return performance.now() - started
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let at = 0; at < TRIES / 2; at++) {
    known.push(await timeOf(userNameOf(8_100 + at)))
    unknown.push(await timeOf(`passer-by.${at}`))
  }
  const value = areaUnderCurve(known, unknown)
  const figure = {
    goal: 'S03',
    name: 'question of a known user slower than of an unknown, AUC',
    value,
    unit: '',
  } as const
  return [
    { ...figure, must: 0.6, aim: 0.55, sense: 'at most' },
    { ...figure, must: 0.4, aim: 0.45, sense: 'at least' },
  ]
}
