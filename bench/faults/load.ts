import { setTimeout as delay } from 'node:timers/promises'
import { getProfile } from '@portico/contract/account/account.ts'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { Browser, type Raw } from '../../server/test/browser.ts'
import { onDatabase } from '../postgres.ts'

/** Of every account of the demo. */
export const PASSWORD = 'Welcome-to-Portico-1'
const PEOPLE = ['portal.admin', 'associate.admin', 'delegated.admin', 'client.admin', 'external.user', 'other.user']
/** Signs in anew all the time; it ends the earlier session of this user. */
const VISITOR = 'internal.user'
const PAUSE_MS = 25
const SIGN_IN_PAUSE_MS = 400
/** An answer that takes longer counts as none. */
const GIVE_UP_MS = 30_000

type Kind = 'read' | 'write' | 'sign-in'

interface Answer {
  readonly kind: Kind
  readonly sentAt: number
  readonly at: number
  readonly ms: number
  /** 0: no answer. */
  readonly status: number
  readonly hasRetryAfter: boolean
  readonly words: string
}

/** How answers of one kind were between two moments. */
export interface LoadFigures {
  requests: number
  /** Answers other than 200. */
  failed: number
  /** Answers other than 200 and 503 with Retry-After. */
  wrong: number
  refused: number
  slowestMs: number
  /** Longest time without an answer of 200. */
  gapMs: number
  /** What failed answers said, each once. */
  words: string[]
}

/** What became of acknowledged changes. */
export interface Kept {
  acknowledged: number
  lost: number
  twice: number
  /** There without an answer that said so, which is allowed. */
  unanswered: number
}

/** Users who read and change what is theirs, all the time. */
export interface Load {
  figures(kind: Kind, since: number, until?: number): LoadFigures
  /** Half of the reads that were sent between two moments, and refused, took no longer; undefined: none was refused. */
  refusedHalfMs(since: number, until: number): number | undefined
  /** Users whose session is valid. */
  validSessions(): Promise<{ valid: number; of: number }>
  /** Waits until each kind was answered by 200 once more. */
  anotherRound(): Promise<void>
  stop(): Promise<void>
  /** What is acknowledged at this moment. */
  snapshot(): Pick<Load, 'verify'>
  /** Compares the database with what was acknowledged. */
  verify(databaseUrl: string): Promise<Kept>
}

export interface LoadOptions {
  reads?: boolean
  writes?: boolean
  signIns?: boolean
  /** Who is left to the experiment itself. */
  without?: string
  /** Ends the sessions of an earlier load. */
  isAgain?: boolean
}

interface Favorite {
  userId: number
  sectionId: number
  value: boolean
}

/** Of each user in one load, below the most that one may save: a quick machine reaches that. */
const LINKS = 900

class Caller {
  readonly answers: Answer[] = []
  readonly links = new Set<string>()
  readonly messages = new Set<string>()
  readonly favorites = new Map<string, Favorite>()

  async note(kind: Kind, send: () => Promise<Raw>): Promise<number> {
    const sentAt = performance.now()
    const answer = await Promise.race([send(), delay(GIVE_UP_MS, undefined, { ref: false })]).catch(
      // The cause says what became of the connection.
      (error: Error) => `${error.message}: ${String((error.cause as Error | undefined)?.message ?? '')}`,
    )
    const at = performance.now()
    const { status, message: words } =
      typeof answer === 'object' ? answer : { status: 0, message: answer ?? 'no answer' }
    const hasRetryAfter = typeof answer === 'object' && answer.headers.has('retry-after')
    this.answers.push({ kind, sentAt, at, ms: at - sentAt, status, hasRetryAfter, words })
    return status
  }

  async write(browser: Browser, sectionId: number, lane: number, round: number): Promise<void> {
    const own = { uid: browser.userId }
    const name = `written by ${lane}, number ${round}`
    const kind = round % 3 === 0 && round > 3 * LINKS ? 1 : round % 3
    if (kind === 0) {
      const body = { linkNm: name, linkUrlTxt: 'https://links.example' }
      if ((await this.note('write', () => browser.send(saveLink, { params: own, body }))) === 200) this.links.add(name)
    } else if (kind === 1) {
      const anyone = new Browser(browser.origin)
      if ((await this.note('write', () => anyone.send(logAnonymously, { body: { message: name } }))) === 200)
        this.messages.add(name)
    } else {
      const key = `${own.uid} ${sectionId}`
      const value = round % 2 === 0
      const body = { userSectionDetails: { favoriteFlg: value } }
      // Until it is acknowledged, the former value and the new one are both right.
      this.favorites.delete(key)
      const status = await this.note('write', () => browser.send(setFavorite, { params: { ...own, sectionId }, body }))
      if (status === 200) this.favorites.set(key, { userId: own.uid, sectionId, value })
    }
  }
}

/** Signs the users in, and begins. */
export async function startLoad(origin: string, options: LoadOptions = {}): Promise<Load> {
  const browsers = await Promise.all(
    PEOPLE.filter((name) => name !== options.without).map((name) => signedIn(origin, name, options.isAgain === true)),
  )
  const caller = new Caller()
  const { reads = true, writes = true } = options
  const kinds: Kind[] = [...(reads ? (['read'] as const) : []), ...(writes ? (['write'] as const) : [])]
  let isOver = false
  const lanes = await begin(caller, browsers, { ...options, reads, writes }, () => isOver)
  const isAnswered = (kind: Kind, since: number) =>
    caller.answers.some((answer) => answer.kind === kind && answer.sentAt > since && answer.status === 200)
  return {
    figures: (kind, since, until = Infinity) =>
      figuresOf(
        caller.answers.filter((answer) => answer.kind === kind),
        since,
        until,
      ),
    refusedHalfMs: (since, until) => {
      const refused = caller.answers.filter(
        ({ kind, status, sentAt }) => kind === 'read' && status === 503 && sentAt >= since && sentAt <= until,
      )
      return refused.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(refused.length / 2)]
    },
    validSessions: async () => {
      const answers = await Promise.all(browsers.map((browser) => browser.send(getProfile, {})))
      return { valid: answers.filter(({ status }) => status === 200).length, of: browsers.length }
    },
    anotherRound: async () => {
      const since = performance.now()
      while (!kinds.every((kind) => isAnswered(kind, since))) await delay(20)
    },
    stop: async () => {
      isOver = true
      await Promise.all(lanes)
    },
    // Without favorites, whose values may change afterwards.
    snapshot: () => {
      const then = { links: new Set(caller.links), messages: new Set(caller.messages), favorites: new Map() }
      return { verify: (databaseUrl) => verify(then, databaseUrl) }
    },
    verify: (databaseUrl) => verify(caller, databaseUrl),
  }
}

async function signedIn(origin: string, name: string, confirmed: boolean): Promise<Browser> {
  const browser = new Browser(origin)
  const answer = await browser.trySignIn(name, PASSWORD, { confirmed })
  if (browser.sessionToken === undefined) throw new Error(`${name} cannot sign in: ${answer.status} ${answer.message}`)
  return browser
}

/** What users do, each after the other, until it is over. */
async function begin(
  caller: Caller,
  browsers: readonly Browser[],
  { reads, writes, signIns }: LoadOptions,
  isOver: () => boolean,
): Promise<Promise<void>[]> {
  const sections = await Promise.all(
    browsers.map((browser) => browser.call(listSections, { params: { uid: browser.userId } })),
  )
  const repeat = async (pauseMs: number, work: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver(); round++) {
      await work(round)
      await delay(pauseMs)
    }
  }
  const lanes: Promise<void>[] = []
  for (const [lane, browser] of browsers.entries()) {
    const own = { params: { uid: browser.userId } }
    const sectionId = sections[lane]?.[0]?.sectionId
    const asked = [
      () => browser.send(listLinks, own),
      () => browser.send(getProfile, {}),
      () => browser.send(listSections, own),
    ] as const
    if (reads) lanes.push(repeat(PAUSE_MS, (round) => caller.note('read', asked[round % 3] ?? asked[0])))
    if (writes && sectionId !== undefined)
      lanes.push(repeat(PAUSE_MS, (round) => caller.write(browser, sectionId, lane, round)))
  }
  const visit = () => {
    const visitor = new Browser(browsers[0]?.origin ?? '')
    return visitor.trySignIn(VISITOR, PASSWORD, { confirmed: true })
  }
  if (signIns) lanes.push(repeat(SIGN_IN_PAUSE_MS, () => caller.note('sign-in', visit)))
  return lanes
}

function figuresOf(all: readonly Answer[], since: number, until: number): LoadFigures {
  const answers = all.filter(({ at, sentAt }) => at >= since && sentAt <= until)
  const failed = answers.filter(({ status }) => status !== 200)
  const refused = failed.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter)
  return {
    requests: answers.length,
    failed: failed.length,
    wrong: failed.length - refused.length,
    refused: refused.length,
    slowestMs: Math.max(0, ...answers.map(({ ms }) => ms)),
    gapMs: longestGap(answers, since, until),
    words: [...new Set(failed.map(({ status, words }) => `${status} ${words}`))],
  }
}

function longestGap(answers: readonly Answer[], since: number, until: number): number {
  let last = since
  let longest = 0
  for (const { at } of answers.filter(({ status }) => status === 200).toSorted((a, b) => a.at - b.at)) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return Math.max(longest, Math.min(until, performance.now()) - last)
}

type Acknowledged = Pick<Caller, 'links' | 'messages' | 'favorites'>

async function verify(caller: Acknowledged, databaseUrl: string): Promise<Kept> {
  return onDatabase(databaseUrl, async (client) => {
    const stored = async (text: string) => {
      const { rows } = await client.query<{ name: string; count: number }>(text)
      return new Map(rows.map(({ name, count }) => [name, count]))
    }
    const named = (column: string, table: string) =>
      stored(
        `select ${column} as name, count(*)::int as count from ${table} where ${column} like 'written by %' group by 1`,
      )
    const [links, messages] = [await named('name', 'user_links'), await named('message', 'client_log_entries')]
    const marked = await stored(
      `select user_id || ' ' || section_id as name, is_favorite::int as count from user_section_preferences`,
    )
    const favorites = [...caller.favorites]
    const lostOf = (acknowledged: ReadonlySet<string>, there: ReadonlyMap<string, number>) =>
      [...acknowledged].filter((name) => !there.has(name)).length
    const written = [...links, ...messages]
    const acknowledged = caller.links.size + caller.messages.size
    const lostFavorites = favorites.filter(([key, { value }]) => (marked.get(key) ?? 0) !== (value ? 1 : 0)).length
    return {
      acknowledged: acknowledged + favorites.length,
      lost: lostOf(caller.links, links) + lostOf(caller.messages, messages) + lostFavorites,
      twice: written.filter(([, count]) => count > 1).length,
      unanswered: written.filter(([name]) => !caller.links.has(name) && !caller.messages.has(name)).length,
    }
  })
}
