import '../src/zod-setup.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../src/api/query.ts'
import { endSession } from '../src/api/session.ts'
import { forgetAnswers, server } from './answer.ts'

// The first visit of a page loads its parts, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

const STEP_MS = 50
const startTimer = globalThis.setTimeout
/** What still waits; a page that is left forgets it, and so do the tests of a file when they are over. */
const waiting = new Set<ReturnType<typeof setTimeout>>()

/**
 * What passes by after a while is counted in steps: of a machine that stands still meanwhile one step is
 * noticed, and what was told for a second can still be read.
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
  // The same to whoever clears it.
  return steps
}, startTimer)

afterAll(() => {
  for (const timer of waiting) clearTimeout(timer)
})

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  // The environment has no layout: everything gets a place in sight, and nobody scrolls.
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
  forgetAnswers()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})
