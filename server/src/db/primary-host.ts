import { Socket, type NetConnectOpts } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { hostAddresses, hostName, mayFailOver } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'
import { describeError } from '../error-cause.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { endAtOnce, type HostState, probeHost, watchConnection } from './host-probe.ts'

/** Milliseconds without an answer after which the primary counts as away: what waits for it is refused within a second. */
const SILENCE_MS = 600
const ASK_EVERY_MS = 100
const AFTER_PAUSE_MS = 150
const LOOK_EVERY_MS = 200
const PROBE_MS = 1_000
/** At the start all hosts are waited for, so that hosts which contradict each other are seen. */
const FIRST_PROBE_MS = 3_000

/** What happened to the server that accepts writes. */
export type PrimaryEvent =
  | { readonly type: 'lost'; readonly host: string; readonly reason: string }
  | { readonly type: 'found'; readonly host: string; readonly seconds: number }

interface Loss {
  readonly words: string
  /** The server accepts connections, or keeps them, and says nothing. */
  readonly isSilent: boolean
}

interface Connected {
  readonly server: HostState
  readonly isCutWhenSilent: boolean
}

type Connect = (place: NetConnectOpts) => Socket

interface Connecting {
  readonly socket: Socket
  /** As the socket itself does. */
  readonly connect: Connect
  /** Gets the name of the host that is chosen. */
  readonly target: { host: string }
}

/** What the driver hands to the function that makes its socket. */
interface DriverConnection {
  ssl?: boolean | ConnectionOptions
}

/**
 * Knows which of the hosts of an address accepts writes. While it is watched, connections to a former primary are cut
 * as soon as there is another one, and nobody waits for one that is silent.
 */
export class PrimaryHost {
  readonly #addresses: readonly string[]
  readonly #connected = new Map<Socket, Connected>()
  #found: HostState | undefined
  /** Of the newest primary ever seen: a former one that wakes up has an older timeline, and a stranger another system. */
  #newest: Pick<HostState, 'system' | 'timeline'> | undefined
  #finding: Promise<HostState> | undefined
  #watch: AbortController | undefined
  #watchers = 0
  #isAway = false

  constructor(url: string) {
    this.#addresses = hostAddresses(url)
  }

  /**
   * The server that accepts writes now.
   * @throws DatabaseUnavailable where none does, StartError where the hosts contradict each other
   */
  async find(): Promise<HostState> {
    this.refuseWhileAway()
    if (this.#found) return this.#found
    this.#finding ??= this.#search().finally(() => (this.#finding = undefined))
    return this.#finding
  }

  /** @throws DatabaseUnavailable at once while it is known that no server accepts writes */
  refuseWhileAway(): void {
    if (this.#isAway) throw noPrimary('No host of the database accepts writes at the moment.')
  }

  /**
   * For the driver: makes sockets that connect to the server which accepts writes then.
   * @param isCutWhenSilent cuts them while the server is silent; otherwise only when another one has taken over
   */
  sockets(isCutWhenSilent: boolean): () => Socket {
    const make = (connection: DriverConnection): Socket => {
      const socket = new Socket()
      const target = { host: '' }
      if (connection.ssl) connection.ssl = withIdentityOf(connection.ssl, target)
      const connect: Connect = socket.connect.bind(socket)
      socket.connect = () => {
        void this.#connect({ socket, connect, target }, isCutWhenSilent)
        return socket
      }
      return socket
    }
    return make as () => Socket
  }

  /** Watches the primary from now on; returns what ends that. */
  watch(onEvent: (event: PrimaryEvent) => void = () => undefined): () => void {
    this.#watchers += 1
    if (!this.#watch) {
      this.#watch = new AbortController()
      void this.#watchUntil(this.#watch.signal, onEvent)
    }
    return () => {
      this.#watchers -= 1
      if (this.#watchers > 0) return
      this.#watch?.abort()
      this.#watch = undefined
      this.#isAway = false
      this.#found = undefined
    }
  }

  async #connect({ socket, connect, target }: Connecting, isCutWhenSilent: boolean): Promise<void> {
    try {
      const server = await this.find()
      if (socket.destroyed) return
      const { host, port } = new pg.Client(server.address)
      target.host = host
      this.#connected.set(socket, { server, isCutWhenSilent })
      const forget = () => {
        if (!this.#watch && this.#found === server) this.#found = undefined
      }
      socket.once('error', forget)
      socket.once('connect', () => socket.off('error', forget))
      socket.once('close', () => this.#connected.delete(socket))
      const place: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
      connect(place)
    } catch (error) {
      socket.destroy(error as Error)
    }
  }

  /** Asks all hosts once. */
  async #search(): Promise<HostState> {
    const timeoutMs = this.#newest ? PROBE_MS : FIRST_PROBE_MS
    const probes = await Promise.allSettled(this.#addresses.map((address) => probeHost(address, timeoutMs)))
    const states = probes.flatMap((probe) => (probe.status === 'fulfilled' ? [probe.value] : []))
    refuseContradiction(states)
    const primary = states.find((state) => this.#isCurrent(state))
    if (!primary) {
      const reasons = probes.map((probe, index) => {
        const host = hostName(this.#addresses[index] ?? '')
        return `${host} ${probe.status === 'rejected' ? `does not answer (${describeError(probe.reason)})` : 'accepts no writes'}`
      })
      throw noPrimary(`No host of the database accepts writes: ${reasons.join(', ')}`)
    }
    return this.#note(primary)
  }

  #isCurrent({ isStandby, system, timeline }: HostState): boolean {
    return !isStandby && (!this.#newest || (system === this.#newest.system && timeline >= this.#newest.timeline))
  }

  #note(state: HostState): HostState {
    this.#found = state
    this.#newest = state
    return state
  }

  async #watchUntil(signal: AbortSignal, onEvent: (event: PrimaryEvent) => void): Promise<void> {
    while (!signal.aborted) {
      const found = await this.find().catch(() => undefined)
      if (!found) await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      else {
        const loss = await this.#untilLost(found.address, signal)
        if (!signal.aborted) await this.#followFrom(found, loss, { signal, onEvent })
      }
    }
  }

  /** Goes over to the server that accepts writes after one was lost; the same one where only a connection was lost. */
  async #followFrom(
    lost: HostState,
    { words, isSilent }: Loss,
    { signal, onEvent }: { signal: AbortSignal; onEvent: (event: PrimaryEvent) => void },
  ): Promise<void> {
    const began = performance.now()
    if (isSilent) this.#leave()
    const again = await this.#search().catch(() => undefined)
    const isStill = again?.address === lost.address && again.timeline === lost.timeline
    if (isStill && !isSilent) return
    this.#leave()
    onEvent({ type: 'lost', host: hostName(lost.address), reason: words })
    const primary = again ?? (await this.#look(signal))
    if (!primary) return
    this.#note(primary)
    this.#isAway = false
    // Behind a proxy another server has the same address.
    this.#cut(({ server }) => server.address !== primary.address || server.timeline !== primary.timeline)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    onEvent({ type: 'found', host: hostName(primary.address), seconds })
  }

  /** From now on nobody waits for the primary. */
  #leave(): void {
    this.#isAway = true
    this.#cut(({ isCutWhenSilent }) => isCutWhenSilent)
  }

  #cut(isMeant: (connected: Connected) => boolean): void {
    for (const [socket, connected] of this.#connected) if (isMeant(connected)) socket.destroy()
  }

  /** Returns why the server does not answer any more. */
  async #untilLost(address: string, signal: AbortSignal): Promise<Loss> {
    let client: pg.Client | undefined
    try {
      client = await watchConnection(address, PROBE_MS)
      while (!signal.aborted) {
        if (!(await isAnswered(client))) return { words: 'it does not answer', isSilent: true }
        await delay(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
      return { words: '', isSilent: false }
    } catch (error) {
      return { words: describeError(error), isSilent: false }
    } finally {
      if (client) endAtOnce(client)
    }
  }

  /** Asks each host again and again, none of them waiting for another, until one accepts writes. */
  async #look(signal: AbortSignal): Promise<HostState | undefined> {
    const isFound = new AbortController()
    const ends = AbortSignal.any([signal, isFound.signal])
    const ask = async (address: string): Promise<HostState | undefined> => {
      while (!ends.aborted) {
        const state = await probeHost(address, PROBE_MS).catch(() => undefined)
        if (state && this.#isCurrent(state)) return state
        await delay(LOOK_EVERY_MS, undefined, { signal: ends, ref: false }).catch(() => undefined)
      }
      return undefined
    }
    try {
      return await Promise.race(this.#addresses.map(ask))
    } finally {
      isFound.abort()
    }
  }
}

/** Whether the server answers in time. A pause of this process is no silence of the server: its answer is there then. */
async function isAnswered(client: pg.Client): Promise<boolean> {
  const asked = client.query({ text: 'select 1', query_timeout: 10 * SILENCE_MS } as pg.QueryConfig)
  const answer = asked.then(() => true)
  answer.catch(() => undefined)
  const began = performance.now()
  const within = (milliseconds: number) => Promise.race([answer, delay(milliseconds, false, { ref: false })])
  if (await within(SILENCE_MS)) return true
  const wasPaused = performance.now() - began > 1.2 * SILENCE_MS
  return wasPaused && within(AFTER_PAUSE_MS)
}

/** The certificate has to be that of the host which was chosen, not of the first one of the address. */
function withIdentityOf(ssl: true | ConnectionOptions, target: { host: string }): ConnectionOptions {
  const given = ssl === true ? {} : ssl
  if (given.checkServerIdentity) return given
  const chosen: ConnectionOptions = {
    ...given,
    checkServerIdentity: (_, certificate) => checkServerIdentity(target.host, certificate),
  }
  // The driver hides it from whoever lists the properties.
  if ('key' in given) Object.defineProperty(chosen, 'key', { value: given.key, enumerable: false })
  return chosen
}

function refuseContradiction(states: readonly HostState[]): void {
  const [first, ...others] = states
  const stranger = others.find(({ system }) => system !== first?.system)
  const namesOf = (some: readonly HostState[]) => some.map(({ address }) => hostName(address)).join(' and ')
  if (first && stranger)
    throw new StartError(
      `DATABASE_URL names servers of different clusters: ${namesOf([first, stranger])} are no copies of each other.`,
    )
  const primaries = states.filter(({ isStandby }) => !isStandby)
  if (primaries.length > 1)
    throw new StartError(
      `DATABASE_URL names several servers that accept writes: ${namesOf(primaries)}. Only one of them may; make the others its standbys.`,
    )
}

const noPrimary = (words: string) => new DatabaseUnavailable(true, new Error(words))

const known = new Map<string, PrimaryHost>()

/** The same for all connections of this process to an address; undefined for one whose server never changes. */
export function primaryHostOf(url: string): PrimaryHost | undefined {
  if (!mayFailOver(url)) return undefined
  const host = known.get(url) ?? new PrimaryHost(url)
  known.set(url, host)
  return host
}
