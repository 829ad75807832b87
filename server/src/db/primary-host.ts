import { Socket, type NetConnectOpts } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { hostAddresses, hostName, mayFailOver } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type HostState, socketPlace } from './host-probe.ts'
import { askHost, askHosts, evaluateAnswers, type HostAnswer, type Survey } from './host-survey.ts'
import { type PrimaryLoss, untilLost } from './primary-loss.ts'

const LOOK_EVERY_MS = 200
const PROBE_MS = 1_000
/** At the start all hosts are waited for, so that hosts which contradict each other are seen. */
const FIRST_PROBE_MS = 3_000
/** How long the other hosts are waited for once one accepts writes: another one may do so on a higher timeline. */
const OTHERS_PROBE_MS = 400

/** What happened to the server that accepts writes. */
export type PrimaryEvent =
  | { readonly type: 'lost'; readonly host: string; readonly reason: string }
  | { readonly type: 'found'; readonly host: string; readonly seconds: number }
  /** Each reason comes once until one is found. */
  | { readonly type: 'not_found'; readonly reason: string }
  | { readonly type: 'contradiction'; readonly host: string; readonly reason: string }

interface Watch {
  readonly signal: AbortSignal
  readonly onEvent: (event: PrimaryEvent) => void
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
  readonly through: string | undefined
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
  /** The newest primary that was ever used; unlike #found it is kept when a connection fails. */
  #last: HostState | undefined
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
    this.#finding ??= this.#findFirst().finally(() => (this.#finding = undefined))
    return this.#finding
  }

  /** @throws DatabaseUnavailable at once while it is known that no server accepts writes */
  refuseWhileAway(): void {
    if (this.#isAway) throw noPrimary('No host of the database accepts writes at the moment.')
  }

  /**
   * For the driver: makes sockets that connect to the server which accepts writes then.
   * @param isCutWhenSilent cuts them while the server is silent; otherwise only when another one has taken over
   * @param through the address of a pooler that leads to the server
   */
  sockets(isCutWhenSilent: boolean, through?: string): () => Socket {
    const make = (connection: DriverConnection): Socket => {
      const socket = new Socket()
      const target = { host: '' }
      if (connection.ssl) connection.ssl = withIdentityOf(connection.ssl, target)
      const connect: Connect = socket.connect.bind(socket)
      socket.connect = () => {
        void this.#connect({ socket, connect, target, through }, isCutWhenSilent)
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
      void this.#watchUntil({ signal: this.#watch.signal, onEvent })
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

  /** After a connection to the server failed: unless it is watched, the next one asks all hosts again. */
  forget(server: HostState): void {
    if (!this.#watch && this.#found === server) this.#found = undefined
  }

  async #connect({ socket, connect, target, through }: Connecting, isCutWhenSilent: boolean): Promise<void> {
    try {
      const server = await this.find()
      if (socket.destroyed) return
      const { host, port } = new pg.Client(through ?? server.address)
      target.host = host
      this.#connected.set(socket, { server, isCutWhenSilent })
      const forget = () => this.forget(server)
      socket.once('error', forget)
      socket.once('connect', () => socket.off('error', forget))
      socket.once('close', () => this.#connected.delete(socket))
      connect(socketPlace(host, port))
    } catch (error) {
      socket.destroy(error as Error)
    }
  }

  /** @throws StartError where the hosts contradict each other, unless the watch goes on from a primary that was used */
  async #findFirst(): Promise<HostState> {
    const { primary, contradiction, reasons } = await this.#survey(this.#last ? PROBE_MS : FIRST_PROBE_MS)
    if (contradiction !== undefined && !(this.#watch && this.#last)) throw new StartError(contradiction)
    if (!primary) throw noPrimary(reasons)
    return this.#note(primary)
  }

  /** Asks all hosts once. */
  async #survey(timeoutMs: number): Promise<Survey> {
    return evaluateAnswers(await askHosts(this.#addresses, timeoutMs), this.#last)
  }

  #note(state: HostState): HostState {
    this.#found = state
    this.#last = state
    return state
  }

  async #watchUntil(watch: Watch): Promise<void> {
    const { signal } = watch
    while (!signal.aborted) {
      const found = await this.find().catch(() => undefined)
      if (!found) await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      else {
        const loss = await untilLost(found.address, PROBE_MS, signal)
        if (!signal.aborted) await this.#followFrom(found, loss, watch)
      }
    }
  }

  /** Goes over to the server that accepts writes after one was lost; the same one where only a connection was lost. */
  async #followFrom(lost: HostState, { reason, isSilent }: PrimaryLoss, watch: Watch): Promise<void> {
    const { signal, onEvent } = watch
    const began = performance.now()
    if (isSilent) this.#leave()
    const first = await this.#survey(PROBE_MS)
    if (signal.aborted) return
    const isStill = first.primary?.address === lost.address && first.primary.timeline === lost.timeline
    if (isStill && !isSilent) {
      reportContradiction(first, onEvent)
      return
    }
    this.#leave()
    onEvent({ type: 'lost', host: hostName(lost.address), reason })
    const survey = first.primary ? first : await this.#look(watch)
    if (signal.aborted || !survey?.primary) return
    const primary = this.#note(survey.primary)
    this.#isAway = false
    // Behind a proxy another server has the same address.
    this.#cut(({ server }) => server.address !== primary.address || server.timeline !== primary.timeline)
    reportContradiction(survey, onEvent)
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

  /** Asks all hosts until one accepts writes, and then the others once more; undefined after the signal. */
  async #look(watch: Watch): Promise<Survey | undefined> {
    const reported = new Set<string>()
    const report = (reason: string) => {
      if (!reported.has(reason)) watch.onEvent({ type: 'not_found', reason })
      reported.add(reason)
    }
    while (!watch.signal.aborted) {
      const answers = await this.#untilOneAccepts(watch.signal, report)
      if (watch.signal.aborted) return undefined
      const others = await askHosts(this.#addresses, OTHERS_PROBE_MS)
      // A server that has just answered may be too slow for the second question.
      const latest = others.map((answer) => (answer.state ? answer : (answers.get(answer.address) ?? answer)))
      const survey = evaluateAnswers(latest, this.#last)
      if (survey.primary) return survey
    }
    return undefined
  }

  /** Asks each host again and again, none of them waiting for another, until one accepts writes or the signal. */
  async #untilOneAccepts(signal: AbortSignal, report: (reason: string) => void): Promise<Map<string, HostAnswer>> {
    const isFound = new AbortController()
    const ends = AbortSignal.any([signal, isFound.signal])
    const answers = new Map<string, HostAnswer>()
    const ask = async (address: string): Promise<void> => {
      while (!ends.aborted) {
        const answer = await askHost(address, PROBE_MS)
        if (ends.aborted) return
        answers.set(address, answer)
        const latest = this.#addresses.flatMap((each) => answers.get(each) ?? [])
        const { primary, reasons } = evaluateAnswers(latest, this.#last)
        if (primary) return
        if (latest.length === this.#addresses.length) report(reasons)
        await delay(LOOK_EVERY_MS, undefined, { signal: ends, ref: false }).catch(() => undefined)
      }
    }
    try {
      await Promise.race(this.#addresses.map(ask))
      return answers
    } finally {
      isFound.abort()
    }
  }
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

function reportContradiction({ primary, contradiction }: Survey, onEvent: Watch['onEvent']): void {
  if (!primary || contradiction === undefined) return
  onEvent({ type: 'contradiction', host: hostName(primary.address), reason: contradiction })
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
