import '../src/zod-setup.ts'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../src/api/query.ts'
import { endSession } from '../src/api/session.ts'
import { resetAnswers, fakeFetch } from './answer.ts'

/** How long something may take to appear. The steps of timers below stretch it on a busy machine. */
const APPEARS_MS = 7_000

/** Rounds of APPEARS_MS while modules are still loading. */
const LOADING_ROUNDS = 8

// The first visit of a page loads its modules, by another process and however long that takes: what was missing is
// looked for again once they are there. Anything else that is missing fails at once, so that a broken test answers soon.
const original = getConfig()
configure({
  asyncUtilTimeout: APPEARS_MS,
  asyncWrapper: (work) => original.asyncWrapper(() => againAfterLoading(work)),
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
const startTimer = globalThis.setTimeout
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
})

beforeEach(() => {
  vi.stubGlobal('fetch', fakeFetch)
  // jsdom has no layout: give every element a visible place, and make scrolling do nothing.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 100, 20))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1024)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(768)
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
  endSession('lost')
  queryClient.clear()
  resetAnswers()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})
