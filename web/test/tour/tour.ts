import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import { App } from '../../src/App.tsx'
import { noteAccess } from '../../src/api/last-access.ts'
import { queryClient } from '../../src/api/query.ts'
import { endSession } from '../../src/api/session.ts'
import { makeRouter } from '../../src/routes.tsx'
import { followSession } from '../../src/shell/follow-session.ts'
import { forgetVisited } from '../../src/shell/visited-addresses.ts'
import { toast } from '../../src/ui/toast.ts'
import { forgetDialogs } from '../focus-after-dialogs.ts'
import { forgetCookies } from '../forget-cookies.ts'
import { forgetStale } from '../shown-anew.ts'
import { type AnyCall, type Asked, isOfFrame, isWrite } from './any-call.ts'
import { pressEscape, settle } from './hands.ts'
import { takenOutside } from './outside.ts'
import { signInFor } from './pages.ts'
import { openMenu, topDialog } from './parts.ts'
import { NOW } from './sample-data.ts'
import { changedLines, focusedLine, NO_FOCUS, shownLines } from './shown-lines.ts'

/** Within this time all timers of a page that was left have run. */
const REST_MS = 20_000

/** Escape closes a menu, a dialog, and a question of that dialog. */
const MOST_ESCAPES = 3

/** Writes, and then what is read, by its name: what is read first depends on what loads first. */
function inOrder(asked: readonly Asked[]): string[] {
  const lines = (wanted: boolean) =>
    asked.filter(({ endpoint }) => isWrite(endpoint) === wanted).map(({ line }) => `> ${line}`)
  return [...lines(true), ...lines(false).toSorted()]
}

/** The answers that are asked for again when they are next shown. */
function staleAnswers(): string[] {
  const stale = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
  const names = [...new Set(stale.map(({ queryKey }) => String(queryKey[0])))].toSorted()
  return names.length === 0 ? [] : [`stale: ${names.join(', ')}`]
}

/** The heading of a page, and its messages. */
const SAYS = /<h1>|<\w+ role=(?:alert|status) data-tone/

const pathOf = (address: string) => address.replace(/[?#].*/, '')

const areSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((line, at) => line === others[at])

/** One visit of a screen, and who visits it. */
export interface Visit {
  address: string
  server: AnyCall
  /** True: nobody is signed in. */
  isSignedOut?: boolean
  /** The kinds of dialogs that were walked, on the other tabs too. */
  walked?: Set<string>
  /** Selector of what is walked; the content of the page unless given. */
  part?: string
}

/** A page that is open, and what has been written down about it. */
export class Tour {
  readonly lines: string[] = []
  readonly visit: Visit
  /** What the page asked for when it was opened. */
  asked: readonly Asked[] = []
  /** What is done each time before something is pressed, such as to select a row. */
  prepare: (() => Promise<void>) | undefined
  private router: ReturnType<typeof makeRouter> | undefined
  private stop: () => void = () => undefined
  private shown: string[] = []
  private arrived: string[] = []
  private press = ''
  private readonly lostFocus: string[] = []
  private readonly walked: Set<string>

  constructor(visit: Visit) {
    this.visit = visit
    this.walked = visit.walked ?? new Set()
  }

  note(title: string, lines: readonly string[] = []): void {
    if (/^#{1,2} (?:press|choose)/.test(title)) this.press = title
    this.lines.push(title, ...lines.map((line) => `  ${line}`))
  }

  /** Opens the page anew, as after a reload. */
  async open(): Promise<void> {
    await this.close()
    vi.setSystemTime(NOW)
    noteAccess()
    if (!this.visit.isSignedOut) signInFor(this.visit.address)
    this.router = makeRouter(createMemoryHistory({ initialEntries: [this.visit.address] }))
    this.stop = followSession(this.router)
    render(createElement(App, { router: this.router, nonce: '' }))
    await settle()
    this.asked = this.visit.server.taken()
    this.shown = shownLines()
    this.arrived = this.shown
  }

  /** Leaves the page: nothing of it is left for the next one, which may be another in another order of the tests. */
  async close(): Promise<void> {
    this.stop()
    this.stop = () => undefined
    act(() => toast.clear())
    cleanup()
    // Who signed in on the page that was left.
    if (this.visit.isSignedOut) endSession('lost')
    // The library keeps its place for dialogs, which would then stand before the next page and not after it.
    document.body.replaceChildren()
    queryClient.clear()
    await act(async () => void (await vi.advanceTimersByTimeAsync(REST_MS)))
    vi.clearAllTimers()
    queryClient.clear()
    sessionStorage.clear()
    localStorage.clear()
    forgetCookies()
    forgetVisited()
    // A tour writes down itself where the focus is, and what is asked for again.
    forgetDialogs()
    forgetStale()
    this.visit.server.refuseWrites(false)
    this.requests()
  }

  /** Leaves the page for good; answers what was wrong, which is not to be recorded as right. */
  async end(): Promise<string[]> {
    await this.close()
    return [...this.visit.server.faults, ...this.lostFocus]
  }

  get address(): string {
    return this.router?.state.location.href ?? ''
  }

  /** Another page is open than the one that is toured. */
  get hasLeft(): boolean {
    return pathOf(this.address) !== pathOf(this.visit.address)
  }

  get main(): Element {
    return document.querySelector(this.visit.part ?? 'main') ?? document.body
  }

  /** What was asked of the server since the last time, and what left the page. */
  private requests(): string[] {
    return [...inOrder(this.visit.server.taken()), ...takenOutside()]
  }

  /** What happened until now is not written down. */
  passOver(): void {
    this.shown = shownLines()
    this.requests()
  }

  /**
   * The parts of the page that differ from before; of another screen, which has a record of its own, its heading and what
   * it says.
   */
  private changes(from: string): string[] {
    const before = this.shown
    const to = this.address
    this.shown = shownLines()
    if (pathOf(to) !== pathOf(from)) return [`leads to ${to}`, ...this.shown.filter((line) => SAYS.test(line))]
    const leads = to === from ? [] : [`leads to ${to}`]
    if (areSame(before, this.shown)) return leads
    if (areSame(this.shown, this.arrived)) return [...leads, 'shows the page as it was opened']
    return [...leads, ...changedLines(before, this.shown)]
  }

  /** Whether a dialog of this kind was walked; it counts as walked from now on. */
  knows(kind: string): boolean {
    const isKnown = this.walked.has(kind)
    this.walked.add(kind)
    return isKnown
  }

  /** Notes what an action has changed: on the page, in the address, for the keyboard, and what it asked for. */
  async after(title: string, action: () => Promise<void>): Promise<readonly string[]> {
    const from = this.address
    await action()
    const requests = this.requests()
    const focused = focusedLine()
    if (focused === NO_FOCUS) this.lostFocus.push(`${this.press} ${title}: the focus is lost`)
    this.note(title, [...this.changes(from), ...requests, ...staleAnswers(), `the focus is on: ${focused}`])
    return requests
  }

  /** Notes where an action leads, and what it asked for. */
  async afterBriefly(title: string, action: () => Promise<void>): Promise<void> {
    const from = this.address
    await action()
    this.shown = shownLines()
    this.note(title, [...(this.address === from ? [] : [`leads to ${this.address}`]), ...this.requests()])
  }

  /** Notes what the page shows, and what it asked for. */
  noteArrival(): void {
    this.note('# asks', inOrder(this.asked.filter(({ endpoint }) => !isOfFrame(endpoint))))
    this.note('# shows', this.shown)
  }

  /** The element, on the page as it was first shown. */
  async found(find: () => Element | undefined): Promise<Element | undefined> {
    await this.calm()
    await this.prepare?.()
    return find()
  }

  /** Brings the page back to what it was when it was opened. */
  async calm(): Promise<void> {
    for (let count = 0; count < MOST_ESCAPES && (openMenu() || topDialog()); count++) await pressEscape()
    act(() => toast.clear())
    this.passOver()
    if (this.address !== this.visit.address || !areSame(this.shown, this.arrived)) await this.open()
  }
}
