import { setTimeout as delay } from 'node:timers/promises'
import { getProfile } from '@portico/contract/account/account.ts'
import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { requestTexts } from '@portico/contract/texts/request-texts.ts'
import { Browser, type Raw } from '../server/test/browser.ts'

/** Rows that are changed at once, each by one writer after the other. */
const WRITERS = 20
const WRITES_A_SECOND = 200
/** Of each kind of read. */
const READERS = 2
const READS_A_SECOND = 20
const PASSWORD = 'Welcome-to-Portico-1'
/** An answer that takes longer counts as none. */
const GIVE_UP_MS = 30_000
/** What is served sooner after a fault may come before the outage. */
const SETTLED_MS = 6_000

interface Answer {
  readonly at: number
  readonly ms: number
  readonly status: number
  readonly hasRetryAfter: boolean
  readonly isUnknown: boolean
}

/** Writes of a user of the demo, and reads of another one, all the time. */
export interface Load {
  reset(): void
  /** True once every writer has been acknowledged again. */
  isServedSince(moment: number): boolean
  figures(since: number): Figures
  /** Compares what is stored with what was acknowledged. */
  verify(): Promise<{ lost: number }>
  stop(): Promise<void>
}

interface Figures {
  /** Longest time without any acknowledged write, in seconds. */
  writesOut: number
  /** The same without any list that a replica may answer, and without any read of the primary. */
  readsOut: number
  primaryReadsOut: number
  acknowledged: number
  refused: number
  unknown: number
  /** Longest time that a refused request waited for its answer, in seconds, and how many waited over a second. */
  slowestRefusal: number
  refusedLate: number
  withoutRetryAfter: number
  /** Answers other than 200 and 503, and calls without an answer. */
  others: number
}

interface Writer {
  readonly id: number
  sent: number
  acknowledged: number
  acknowledgedAt: number
}

/** What is called, and how it was answered. */
class Caller {
  readonly #browser: Browser
  /** Of a user who changes nothing: whoever does reads from the primary. */
  readonly #reader: Browser
  readonly #params: { uid: number }
  readonly writers: Writer[] = []
  writes: Answer[] = []
  reads: Answer[] = []
  primaryReads: Answer[] = []

  constructor(browser: Browser, reader: Browser) {
    this.#browser = browser
    this.#reader = reader
    this.#params = { uid: browser.userId }
  }

  async addWriters(): Promise<void> {
    const body = { linkNm: '0', linkUrlTxt: 'https://example.com/' }
    for (let index = 0; index < WRITERS; index++) {
      const { userLinkId } = await this.#browser.call(saveLink, { params: this.#params, body })
      this.writers.push({ id: userLinkId, sent: 0, acknowledged: 0, acknowledgedAt: 0 })
    }
  }

  async write(writer: Writer): Promise<void> {
    const number = ++writer.sent
    const body = { userLinkId: writer.id, linkNm: String(number), linkUrlTxt: 'https://example.com/' }
    const answer = await note(() => this.#browser.send(saveLink, { params: this.#params, body }))
    this.writes.push(answer)
    if (answer.status === 200) Object.assign(writer, { acknowledged: number, acknowledgedAt: answer.at })
  }

  async read(): Promise<void> {
    const params = { uid: this.#reader.userId }
    this.reads.push(await note(() => this.#reader.send(listLinks, { params })))
  }

  async readPrimary(): Promise<void> {
    this.primaryReads.push(await note(() => this.#reader.send(getProfile, {})))
  }

  async lost(): Promise<number> {
    const acknowledged = this.writers.map((writer) => ({ ...writer }))
    const links = await this.#browser.call(listLinks, { params: this.#params })
    const stored = new Map(links.map(({ userLinkId, linkNm }) => [userLinkId, Number(linkNm)]))
    return acknowledged.filter((writer) => (stored.get(writer.id) ?? -1) < writer.acknowledged).length
  }

  isServedSince(moment: number): boolean {
    const refusedAt = Math.max(0, ...this.writes.filter(({ status }) => status !== 200).map(({ at }) => at))
    const since = Math.max(moment + SETTLED_MS, refusedAt + 1_000)
    return this.writers.every(({ acknowledgedAt }) => acknowledgedAt > since)
  }
}

async function note(ask: () => Promise<Pick<Raw, 'status' | 'headers' | 'message'>>): Promise<Answer> {
  const began = performance.now()
  const answer = await Promise.race([ask(), delay(GIVE_UP_MS, undefined, { ref: false })]).catch(() => undefined)
  const at = performance.now()
  return {
    at,
    ms: at - began,
    status: answer?.status ?? 0,
    hasRetryAfter: answer?.headers.has('retry-after') ?? false,
    isUnknown: answer?.message === requestTexts.change_unknown,
  }
}

export async function startLoad(origin: string): Promise<Load> {
  const [writer, reader] = [new Browser(origin), new Browser(origin)]
  await writer.signIn('portal.admin', PASSWORD)
  await reader.signIn('internal.user', PASSWORD)
  const caller = new Caller(writer, reader)
  await caller.addWriters()
  let isOver = false
  const repeat = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      const began = performance.now()
      await work()
      await delay(Math.max(0, everyMs - (performance.now() - began)))
    }
  }
  const lanes = [
    ...caller.writers.map((writer) => repeat((1000 * WRITERS) / WRITES_A_SECOND, () => caller.write(writer))),
    ...Array.from({ length: READERS }, () => repeat((1000 * READERS) / READS_A_SECOND, () => caller.read())),
    ...Array.from({ length: READERS }, () => repeat((1000 * READERS) / READS_A_SECOND, () => caller.readPrimary())),
  ]
  return {
    reset: () => Object.assign(caller, { writes: [], reads: [], primaryReads: [] }),
    isServedSince: (moment) => caller.isServedSince(moment),
    figures: (since) => figuresOf(caller, since),
    verify: async () => ({ lost: await caller.lost() }),
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

type Answers = Readonly<Record<'writes' | 'reads' | 'primaryReads', readonly Answer[]>>

function figuresOf({ writes, reads, primaryReads }: Answers, since: number): Figures {
  const seconds = (ms: number) => Math.round(ms / 10) / 100
  const all = [...writes, ...reads, ...primaryReads].filter(({ at }) => at > since)
  const refused = all.filter(({ status }) => status === 503)
  return {
    writesOut: seconds(longestGap(writes, since)),
    readsOut: seconds(longestGap(reads, since)),
    primaryReadsOut: seconds(longestGap(primaryReads, since)),
    acknowledged: writes.filter(({ status, at }) => status === 200 && at > since).length,
    refused: refused.length,
    unknown: refused.filter(({ isUnknown }) => isUnknown).length,
    slowestRefusal: seconds(Math.max(0, ...refused.map(({ ms }) => ms))),
    refusedLate: refused.filter(({ ms }) => ms > 1_000).length,
    withoutRetryAfter: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    others: all.filter(({ status }) => status !== 200 && status !== 503).length,
  }
}

function longestGap(answers: readonly Answer[], since: number): number {
  let last = since
  let longest = 0
  for (const { at } of answers
    .filter(({ status, at: moment }) => status === 200 && moment > since)
    .toSorted((a, b) => a.at - b.at)) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return Math.max(longest, performance.now() - last)
}
