import { BASE, isSlapdInstalled, startSlapd } from '../server/test/slapd.ts'
import { HttpConnection } from './clients.ts'
import type { Report } from './figures.ts'
import { areaUnderCurve, median } from './harness.ts'
import type { BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { signInOnce } from './visitors.ts'

const TRIES = 120
/** A refusal takes its minimum time; several run in parallel. */
const LANES = 4
const FIRST_ID = 2_000_001

const employee = (at: number) => `employee.${at}`

const addEmployees = `
  insert into users (id, user_name, first_name, last_name, email, client_id, status, is_internal, sign_in_kind, license_accepted_at)
  select ${FIRST_ID} + n, 'employee.' || n, 'Em', 'Ployee', 'employee.' || n || '@example.test', 1001, 1, false, 'directory', now() from generate_series(0, ${TRIES - 1}) n`

/** Whether the time of a refusal distinguishes directory users from unknown names (S02). */
export async function directoryAnswerTime({ url }: BenchData): Promise<Pick<Report, 'figures' | 'left'>> {
  if (!isSlapdInstalled()) return { figures: [], left: ['answer-time of a directory: there is no slapd here'] }
  const people = Array.from({ length: TRIES }, (_, at) => ({ uid: employee(at), password: 'right-in-the-directory' }))
  await onDatabase(url, (client) => client.query(addEmployees))
  const slapd = await startSlapd(people)
  const portal = await startPortal({
    environment: {
      ...portalEnvironment(url),
      PORTAL_HUMAN_CHECK: 'never',
      PORTAL_DIRECTORY: `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub`,
      PORTAL_DIRECTORY_CA: slapd.authorityFile,
      PORTAL_DIRECTORY_BIND_DN: slapd.account.dn,
      PORTAL_DIRECTORY_BIND_PASSWORD: slapd.account.password,
    },
  })
  try {
    const known: number[] = []
    const unknown: number[] = []
    const lane = async (first: number) => {
      const connection = new HttpConnection(portal.origin)
      const timeOf = async (name: string) =>
        (await signInOnce(connection, portal.origin, name, 'not the password at all')).ms
      for (let at = first; at < TRIES; at += LANES) {
        const names = [employee(at), `drifter.${at}`]
        for (const name of at % (2 * LANES) < LANES ? names : names.toReversed())
          (name === employee(at) ? known : unknown).push(await timeOf(name))
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
    const asked = slapd.operations().filter((operation) => operation === 'SRCH').length
    if (asked < TRIES) throw new Error(`The directory was asked ${asked} times only.`)
    const value = areaUnderCurve(known, unknown)
    const name = 'user of the directory slower than unknown, AUC'
    const figure = { goal: 'S02', name, value, unit: '' } as const
    const note = `medians ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms of ${TRIES} tries each`
    return {
      figures: [
        { ...figure, must: 0.6, aim: 0.55, sense: 'at most', note },
        { ...figure, must: 0.4, aim: 0.45, sense: 'at least' },
      ],
      left: [],
    }
  } finally {
    await portal.stop()
    await slapd.stop()
    await onDatabase(url, (client) => client.query('delete from users where id >= $1', [FIRST_ID]))
  }
}
