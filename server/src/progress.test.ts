import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { noteStep, showProgress } from './progress.ts'

let said: unknown[]
beforeEach(() => {
  said = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Says whether somebody watches the standard error. */
function watched(isWatched: boolean): void {
  const { isTTY } = process.stderr
  Object.assign(process.stderr, { isTTY: isWatched })
  onTestFinished(() => void Object.assign(process.stderr, { isTTY }))
}

test('a command that takes long says every ten seconds that it goes on, and what it does, until it ends', async () => {
  watched(true)
  noteStep('what was done before')
  const result = await showProgress('backup', async () => {
    vi.advanceTimersByTime(10_000)
    noteStep('the database')
    vi.advanceTimersByTime(9_000)
    noteStep('stored files, 3 of 5')
    vi.advanceTimersByTime(11_000)
    return 'done'
  })
  vi.advanceTimersByTime(60_000)
  expect(result).toBe('done')
  expect(said).toEqual([
    'backup, 10 s\n',
    'backup, 20 s: stored files, 3 of 5\n',
    'backup, 30 s: stored files, 3 of 5\n',
  ])
})

test('it says nothing where nobody watches, and ends with the failure of its work', async () => {
  watched(false)
  await showProgress('backup', async () => vi.advanceTimersByTime(60_000))
  watched(true)
  await expect(showProgress('backup', () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('full')
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual([])
})
