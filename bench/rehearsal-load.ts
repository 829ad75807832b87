import { setTimeout as delay } from 'node:timers/promises'
import { deleteLink, listLinks, saveLink } from '@portico/contract/links/links.ts'
import { addDepartment, removeDepartment } from '@portico/contract/reference-data/reference-data.ts'
import { logout } from '@portico/contract/session/session.ts'
import { Browser } from '../server/test/browser.ts'

/** Of every account of the demo. */
const PASSWORD = 'Welcome-to-Portico-1'
const PAUSE_MS = 20

/** A request that did not get what it asked for. */
export interface Failure {
  /** Milliseconds since the load began. */
  at: number
  phase: string
  act: string
  /** 0: no answer. */
  status: number
  words: string
  ms: number
}

interface PhaseFigures {
  phase: string
  requests: number
  failed: number
  slowestMs: number
  /** Which act that was. */
  slowest: string
}

/** What users do all the time, and how it was answered. */
export interface RehearsalLoad {
  /** Begins another part of the rehearsal. */
  enter(phase: string): void
  /** Waits until every act has begun and ended once more. */
  anotherRound(): Promise<void>
  stop(): Promise<{ phases: PhaseFigures[]; failures: Failure[] }>
}

type Ask = <Answer extends { status: number; message?: string }>(
  act: string,
  send: () => Promise<Answer>,
) => Promise<Answer | undefined>
type Act = (round: number) => Promise<void>

/** Counts answers by phase. */
class Record {
  readonly #began = performance.now()
  readonly phases: PhaseFigures[] = []
  readonly failures: Failure[] = []

  enter(phase: string): void {
    this.phases.push({ phase, requests: 0, failed: 0, slowestMs: 0, slowest: '' })
  }

  /** Undefined: it failed. */
  readonly ask: Ask = async (act, send) => {
    const figures = this.phases.at(-1)
    const began = performance.now()
    const answer = await send().catch((error: Error) => ({ status: 0, message: error.message }))
    const ms = Math.round(performance.now() - began)
    if (!figures) return undefined
    figures.requests++
    if (ms > figures.slowestMs) Object.assign(figures, { slowestMs: ms, slowest: act })
    if (answer.status === 200) return answer as Awaited<ReturnType<typeof send>>
    figures.failed++
    const { status, message: words = '' } = answer
    this.failures.push({ at: Math.round(began - this.#began), phase: figures.phase, act, status, words, ms })
    return undefined
  }
}

/** Users who write, read, sign in and sign out at the same time; a session of before the upgrade goes on to its end. */
export async function startRehearsalLoad(origin: string): Promise<RehearsalLoad> {
  const record = new Record()
  record.enter('before')
  const acts = await actsOf(origin, record.ask)
  const done = acts.map(() => 0)
  let isOver = false
  const repeat = async (act: Act, at: number) => {
    for (let round = 1; !isOver; round++) {
      await act(round)
      done[at] = round
      await delay(PAUSE_MS)
    }
  }
  const running = Promise.all(acts.map(repeat))
  return {
    enter: (phase) => record.enter(phase),
    anotherRound: async () => {
      const wanted = done.map((rounds) => rounds + 2)
      while (done.some((rounds, at) => rounds < (wanted[at] ?? 0))) await delay(50)
    },
    stop: async () => {
      isOver = true
      await running
      return { phases: record.phases, failures: record.failures }
    },
  }
}

async function signedIn(origin: string, userName: string): Promise<Browser> {
  const browser = new Browser(origin)
  const answer = await browser.trySignIn(userName, PASSWORD, { confirmed: true })
  if (browser.sessionToken === undefined)
    throw new Error(`${userName} cannot sign in: ${answer.status} ${answer.message}`)
  return browser
}

async function actsOf(origin: string, ask: Ask): Promise<Act[]> {
  const [user, admin] = [await signedIn(origin, 'external.user'), await signedIn(origin, 'portal.admin')]
  const own = { uid: user.userId }
  const ofAdmin = { uid: admin.userId }
  return [
    async (round) => {
      const body = { linkNm: `Link ${round}`, linkUrlTxt: 'https://links.example' }
      const made = await ask('saveLink', () => user.send(saveLink, { params: own, body }))
      const { userLinkId } = (made?.data ?? {}) as { userLinkId?: number }
      if (userLinkId !== undefined)
        await ask('deleteLink', () => user.send(deleteLink, { params: { ...own, userLinkId } }))
    },
    async () => void (await ask('listLinks', () => user.send(listLinks, { params: own }))),
    async (round) => {
      const body = { departmentNm: `Department ${round}` }
      const made = await ask('addDepartment', () => admin.send(addDepartment, { params: ofAdmin, body }))
      const { departmentId } = (made?.data ?? {}) as { departmentId?: number }
      if (departmentId !== undefined)
        await ask('removeDepartment', () =>
          admin.send(removeDepartment, { params: { ...ofAdmin, departmentId }, query: {} }),
        )
    },
    async () => {
      const visitor = new Browser(origin)
      const opened = await ask('login', () => visitor.trySignIn('internal.user', PASSWORD, { confirmed: true }))
      if (opened && visitor.sessionToken !== undefined)
        await ask('logout', () => visitor.send(logout, { params: { uid: visitor.userId } }))
    },
  ]
}
