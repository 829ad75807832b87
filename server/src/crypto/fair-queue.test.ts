import { expect, test } from 'vitest'
import { TooBusy } from '../too-busy.ts'
import { fairQueue } from './fair-queue.ts'

/** A queue of width one, whose tasks end when the test says so. */
function stage(over: Partial<Parameters<typeof fairQueue>[2]> = {}) {
  const begun: string[] = []
  const ended: string[] = []
  const running: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => running.push(resolve))
  }
  const queue = fairQueue(1, work('filler'), { ofLane: 4, inAll: 8, atPlace: 100, ...over })
  const note = (name: string, ending: Promise<unknown>) =>
    void ending.then(
      () => ended.push(name),
      (error: unknown) => ended.push(error instanceof TooBusy ? `${name} refused` : `${name} failed`),
    )
  return {
    begun,
    ended,
    bring: (lane: string, name: string) => note(name, queue.run(lane, work(name))),
    wait: (lane: string, name: string) => note(name, queue.waitForTurn(lane)),
    /** Ends the running task and waits until its effects have happened. */
    end: async () => {
      running.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('a network that floods waits behind itself: others run after its next task at the latest', async () => {
  const { begun, bring, end } = stage()
  for (const name of ['a1', 'a2', 'a3', 'a4']) bring('a', name)
  bring('b', 'b1')
  bring('c', 'c1')
  bring('b', 'b2')
  for (let n = 0; n < 7; n++) await end()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('a hundred waiters without a task share one place, and all are answered with it', async () => {
  const { begun, ended, bring, wait, end } = stage()
  bring('a', 'first')
  for (let n = 0; n < 100; n++) wait('a', 'waiter')
  await end()
  expect(begun).toEqual(['first', 'filler'])
  expect(ended).toEqual(['first'])
  await end()
  expect(ended).toHaveLength(101)
  expect(begun).toHaveLength(2)
})

test('a caller with a task and a waiter without one are served at the same moment, whatever is queued (S02)', async () => {
  for (const before of [[], ['wait'], ['bring'], ['wait', 'bring'], ['bring', 'wait'], ['bring', 'wait', 'wait']]) {
    const turns: number[] = []
    for (const kind of ['bring', 'wait'] as const) {
      const one = stage()
      one.bring('a', 'running')
      for (const earlier of before) one[earlier as 'bring' | 'wait']('a', 'earlier')
      one[kind]('a', 'me')
      let turn = 0
      for (; !one.ended.includes('me') && turn < 9; turn++) await one.end()
      turns.push(turn)
    }
    expect({ before, turn: turns[0] }).toEqual({ before, turn: turns[1] })
  }
})

test('a lane has a maximum length; other lanes are not affected', async () => {
  const { ended, bring, end } = stage()
  for (let n = 0; n < 6; n++) bring('a', `a${n}`)
  bring('b', 'b1')
  await end()
  expect(ended).toEqual(['a5 refused', 'a0'])
})

test('when the queue is full the longest lane gives up its last place for a new one, and memory stays bounded', async () => {
  const { begun, ended, bring, end } = stage()
  for (let n = 0; n < 5; n++) bring('a', `a${n}`)
  for (let n = 0; n < 4; n++) bring('b', `b${n}`)
  bring('c', 'c1')
  bring('d', 'd1')
  await end()
  expect(ended.filter((name) => name.endsWith('refused'))).toEqual(['a4 refused', 'b3 refused'])
  for (let n = 0; n < 12; n++) await end()
  expect(begun.slice(0, 5)).toEqual(['a0', 'a1', 'b0', 'c1', 'd1'])
  expect(begun).toHaveLength(9)
})

test('a task that fails rejects its own caller only, and the next one runs', async () => {
  const queue = fairQueue(1, () => Promise.resolve(), { ofLane: 4, inAll: 8, atPlace: 100 })
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const after = queue.run('a', () => Promise.resolve('good'))
  await expect(failing).rejects.toThrow('broken')
  expect(await after).toBe('good')
})

test('a queue that was full has all its places again once it is served', async () => {
  const { ended, bring, end } = stage()
  for (const round of ['one', 'two']) {
    for (let n = 0; n < 5; n++) bring('a', `${round} a${n}`)
    for (let n = 0; n < 4; n++) bring('b', `${round} b${n}`)
    for (let n = 0; n < 9; n++) await end()
  }
  expect(ended.filter((name) => name.endsWith('refused'))).toEqual([])
  expect(ended).toHaveLength(18)
})

test('a place that was given up is free again, after however many floods', async () => {
  const { ended, bring, end } = stage()
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 5; n++) bring('a', `a${n}`)
    for (let n = 0; n < 4; n++) bring('b', `b${n}`)
    bring('c', 'c1')
    bring('d', 'd1')
    for (let n = 0; n < 9; n++) await end()
  }
  expect(ended.filter((name) => name.endsWith('refused'))).toHaveLength(20)
  ended.length = 0
  bring('x', 'x1')
  bring('y', 'y1')
  for (let n = 0; n < 2; n++) await end()
  expect(ended).toEqual(['x1', 'y1'])
})
