import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { forgetCookies } from './forget-cookies.ts'

/** What the process began with, and every file changes anew. */
interface Beginning {
  config: ReturnType<typeof getConfig>
  startTimer: typeof globalThis.setTimeout
  Channel: typeof BroadcastChannel
}
const kept = globalThis as { beginningOfWebTests?: Beginning }
const beginning = (kept.beginningOfWebTests ??= {
  config: getConfig(),
  startTimer: globalThis.setTimeout,
  Channel: globalThis.BroadcastChannel,
})

/** Channels between tabs that modules of this file opened; those of the next file must not hear them. */
const channels = new Set<BroadcastChannel>()
globalThis.BroadcastChannel = class extends beginning.Channel {
  constructor(name: string) {
    super(name)
    channels.add(this)
  }
}

// React would otherwise record a stack for every element it renders, a fifth of the time of all tests; it only says in
// its own messages where an element comes from. By its own rule it records no more than 10,000 a second.
Object.assign(console, { createTask: undefined })
const ofReact = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(ofReact, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })

// Test files share a process and the libraries that it has loaded. The modules of the portal, and what they keep, are
// each file's own, as are the files that it mocks.
vi.resetModules()
await import('../src/zod-setup.ts')
const { queryClient } = await import('../src/api/query.ts')
const { endSession } = await import('../src/api/session.ts')
const { resetAnswers, fakeFetch } = await import('./answer.ts')
const { expectFocusKept, forgetDialogs, watchDialogs } = await import('./focus-after-dialogs.ts')
const { expectShownAnew, forgetStale } = await import('./shown-anew.ts')

// A call without an answer is made as often as by the portal, and not after whole seconds.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 20 } })

/** How long something may take to appear. The steps of timers below stretch it on a busy machine. */
const APPEARS_MS = 7_000

/** Rounds of APPEARS_MS while modules are still loading. */
const LOADING_ROUNDS = 8

// The first visit of a page loads its modules, by another process and however long that takes: what was missing is
// looked for again once they are there. Anything else that is missing fails at once, so that a broken test answers soon.
configure({
  asyncUtilTimeout: APPEARS_MS,
  asyncWrapper: (work) => beginning.config.asyncWrapper(() => againAfterLoading(work)),
})

async function againAfterLoading<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    const startedAt = performance.now()
    try {
      return await work()
    } catch (error) {
      const hasTimedOut = performance.now() - startedAt >= APPEARS_MS
      if (!hasTimedOut || round === LOADING_ROUNDS || !(await isLoading())) throw error
      await vi.dynamicImportSettled()
    }
  }
}

/** True while a module that was imported dynamically is not there yet. */
function isLoading(): Promise<boolean> {
  const waited = new Promise<boolean>((resolve) => startTimer(() => resolve(true), STEP_MS))
  return Promise.race([vi.dynamicImportSettled().then(() => false), waited])
}

const STEP_MS = 50
const { startTimer } = beginning
/** Pending timers; cleared when a page is left and when the tests of a file end. */
const waiting = new Set<ReturnType<typeof setTimeout>>()

/**
 * Timers run in steps, so that a stalled machine delays a timer by one step only and a message shown briefly can
 * still be read.
 */
globalThis.setTimeout = Object.assign((callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  if (ms < 5 * STEP_MS) {
    const timer = startTimer(() => {
      waiting.delete(timer)
      callback(...args)
    }, ms)
    waiting.add(timer)
    return timer
  }
  let left = Math.ceil(ms / STEP_MS)
  const steps = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(steps)
    waiting.delete(steps)
    callback(...args)
  }, STEP_MS)
  waiting.add(steps)
  // clearTimeout accepts the id of an interval too.
  return steps
}, startTimer)

afterAll(() => {
  for (const timer of waiting) clearTimeout(timer)
  for (const channel of channels) channel.close()
  vi.unstubAllGlobals()
  // What the file left under way reaches no network.
  vi.stubGlobal('fetch', fakeFetch)
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

/**
 * Tests load no style sheets but the variables of the theme, and looking those up for each element that is asked for its
 * name takes a sixth of the time of all tests.
 */
const ownStyle = (element: Element) => (element as HTMLElement).style

beforeEach(() => {
  watchDialogs()
  vi.spyOn(window, 'getComputedStyle').mockImplementation(ownStyle)
  vi.stubGlobal('fetch', fakeFetch)
  // jsdom has no layout: give every element a visible place, and make scrolling do nothing.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 100, 20))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1024)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(768)
  vi.stubGlobal('scrollTo', () => undefined)
})

/** Leaves the page, and forgets what the test has made of the process. */
function tidyUp(): void {
  forgetStale()
  forgetDialogs()
  vi.restoreAllMocks()
  cleanup()
  endSession('lost')
  queryClient.clear()
  resetAnswers()
  sessionStorage.clear()
  localStorage.clear()
  forgetCookies()
}

// The checks see the page before it is left; where one fails, the next test begins tidily all the same.
afterEach(async ({ task }) => {
  vi.useRealTimers()
  try {
    if (task.result?.state === 'fail') return
    await expectShownAnew()
    await expectFocusKept()
  } finally {
    tidyUp()
  }
})
