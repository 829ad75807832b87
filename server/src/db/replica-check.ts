import type { NetConnectOpts } from 'node:net'
import type pg from 'pg'
import { hostAddresses, hostName } from '../config/database-hosts.mjs'
import { describeError } from '../error-cause.ts'
import { StartError } from '../start-error.ts'
import { isForeignServer } from './foreign-server.ts'
import { endAtOnce, type HostState, socketPlace, watchConnection } from './host-probe.ts'
import { askHosts, type HostAnswer } from './host-survey.ts'
import { grantStatement, portalRole, readRoleRights } from './portal-role.ts'

const SETTING = 'PORTAL_DATABASE_REPLICA_URL'
const ANSWER_MS = 4_000
/** SQLSTATE of a server that is there and refuses what the address names: user, password, database. */
const REFUSED = /^(?:28...|3D000|42501)$/
/** Another name, or an authority that is not known; a certificate that has expired was right, and is renewed there. */
const WRONG_CERTIFICATE =
  /^(?:ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY)/

/** @throws StartError with what findUnfitReplica finds */
export async function refuseUnfitReplica(replicaUrl: string, primaryUrl: string): Promise<void> {
  const problem = await findUnfitReplica(replicaUrl, primaryUrl)
  if (problem !== undefined) throw new StartError(problem)
}

/**
 * Returns why the portal cannot read from the replicas, in one sentence that names the setting; undefined where it can.
 * One that does not answer, or whose certificate has expired, may come back and is no problem: until then the primary
 * answers.
 */
export async function findUnfitReplica(replicaUrl: string, primaryUrl: string): Promise<string | undefined> {
  const answers = await askHosts(hostAddresses(replicaUrl), ANSWER_MS)
  const refusal = answers.flatMap(refusalOf)[0] ?? answers.flatMap(unsafeConnectionOf)[0]
  if (refusal !== undefined) return `${SETTING} ${refusal}.`
  const foreign = await findForeignServer(answers)
  if (foreign !== undefined)
    return `${SETTING} leads to ${hostName(foreign)}, where another program than PostgreSQL answers: name a streaming replica of the database.`
  const states = answers.flatMap(({ state }) => (state ? [state] : []))
  if (states.length === 0) return undefined
  return (await findStranger(states, primaryUrl)) ?? findUnfitRole(states, answers.length) ?? findStrayLogin(states)
}

/** What a server says that refuses the user or the database of its address. */
function refusalOf(answer: HostAnswer): string[] {
  if (answer.state || !(answer.failure instanceof Error)) return []
  const isRefused = REFUSED.test(String(Reflect.get(answer.failure, 'code')))
  return isRefused ? [`cannot be used: ${hostName(answer.address)} says ${describeError(answer.failure)}`] : []
}

/** Why there is no connection over TLS, as the address asks for, to a server that is there. */
function unsafeConnectionOf(answer: HostAnswer): string[] {
  if (answer.state || !(answer.failure instanceof Error)) return []
  const { address, failure } = answer
  const code = String(Reflect.get(failure, 'code'))
  if (WRONG_CERTIFICATE.test(code))
    return [
      `leads to ${hostName(address)}, whose certificate is refused (${code}): name the host as its certificate does, and by sslrootcert the authority that signed it`,
    ]
  return failure.message === 'The server does not support SSL connections'
    ? [`leads to ${hostName(address)}, which does not speak TLS as sslmode demands: set ssl = on there`]
    : []
}

/** The first address at which another program answers; one that says nothing may be a server that is frozen. */
async function findForeignServer(answers: readonly HostAnswer[]): Promise<string | undefined> {
  const silent = answers.flatMap(({ address, state }) => (state ? [] : [address]))
  const found = await Promise.all(silent.map((address) => isForeignServer(placeOf(address))))
  return silent.find((_, index) => found[index])
}

function placeOf(address: string): NetConnectOpts {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(hostName(address)) ?? []
  return socketPlace(host, Number(port))
}

const nameOf = ({ address }: HostState) => hostName(address)

function findUnfitRole(states: readonly HostState[], named: number): string | undefined {
  const writing = states.filter(({ isStandby }) => !isStandby)
  if (writing.length > 1)
    return `${SETTING} names several servers that accept writes: ${writing.map(nameOf).join(' and ')}. At most one of its hosts may, and the others have to be its standbys.`
  const [first] = writing
  return first && named === 1
    ? `${SETTING} leads to ${nameOf(first)}, which accepts writes and is no standby: name a streaming replica of the database.`
    : undefined
}

/** Every read acts as portal_app, which the first start makes. */
async function findStrayLogin(states: readonly HostState[]): Promise<string | undefined> {
  for (const state of states) {
    const rights = await askOne(state.address, readRoleRights)
    if (rights?.exists && !rights.mayAssume)
      return `${SETTING} names the role ${rights.login}, which may not act as ${portalRole} on ${nameOf(state)}: ask an administrator to run ${grantStatement(rights.login)} on the primary.`
  }
  return undefined
}

async function findStranger(states: readonly HostState[], primaryUrl: string): Promise<string | undefined> {
  const system = await systemOf(primaryUrl)
  const stranger = states.find((state) => system !== undefined && state.system !== system)
  if (stranger)
    return `${SETTING} leads to another cluster than DATABASE_URL: ${nameOf(stranger)} has the system identifier ${stranger.system}, and the primary ${system}.`
  const [own, ...others] = await Promise.all(
    [primaryUrl, ...states.map(({ address }) => address)].map((url) => databaseOf(url)),
  )
  const other = others.find((name) => name !== undefined && own !== undefined && name !== own)
  return other === undefined
    ? undefined
    : `${SETTING} leads to the database ${other}, and DATABASE_URL to ${own}: both have to lead to the same one.`
}

/** Of the first host that answers: those of DATABASE_URL have been compared with each other. */
async function systemOf(url: string): Promise<string | undefined> {
  const answers = await askHosts(hostAddresses(url), ANSWER_MS)
  return answers.find(({ state }) => state)?.state?.system
}

async function databaseOf(url: string): Promise<string | undefined> {
  for (const address of hostAddresses(url)) {
    const name = await askOne(address, async (client) => {
      const { rows } = await client.query<{ name: string }>('select current_database()::text as name')
      return rows[0]?.name
    })
    if (name !== undefined) return name
  }
  return undefined
}

/** Undefined where the host does not answer. */
async function askOne<Answer>(
  address: string,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer | undefined> {
  const client = await watchConnection(address, ANSWER_MS).catch(() => undefined)
  if (!client) return undefined
  try {
    return await ask(client)
  } catch {
    return undefined
  } finally {
    endAtOnce(client)
  }
}
