import { afterEach, describe, expect, test, vi } from 'vitest'
import { targetsOf, testsOf } from './mutation/targets.mjs'

describe('what is mutated', () => {
  const all = targetsOf([])

  test('is the contract, the rules, the guards and some handlers, and no test', () => {
    expect(all).toContain('contract/src/users/users.ts')
    expect(all).toContain('server/src/http/request-guards.ts')
    expect(all).toContain('server/src/areas/sign-in/sign-in-rules.ts')
    expect(all.filter((file) => file.includes('.test.'))).toEqual([])
  })

  test('has tests that prove it, the one beside it first', () => {
    expect(all.filter((file) => testsOf(file).length === 0)).toEqual([])
    expect(testsOf('contract/src/kit/codecs.ts').slice(0, 2)).toEqual([
      'contract/src/kit/codecs.test.ts',
      'contract/src/wire.test.ts',
    ])
  })

  test('may be named by file or folder', () => {
    expect(targetsOf(['contract/src/users/users.ts'])).toEqual(['contract/src/users/users.ts'])
    expect(targetsOf(['server/src/http/']).length).toBeGreaterThan(5)
    expect(() => targetsOf(['nowhere'])).toThrow('no file')
  })
})

describe('a sample', () => {
  afterEach(() => vi.unstubAllEnvs())

  /** The numbers of those of 1,000 changes that a sample has. */
  async function drawn(sample: string, seed: string): Promise<string[]> {
    vi.stubEnv('MUTATION_SAMPLE', sample)
    vi.stubEnv('MUTATE_SEED', seed)
    vi.resetModules()
    const { strykerPlugins } = await import('./mutation/sample-checker.mjs')
    const Checker = strykerPlugins[0]?.injectableClass
    if (!Checker) throw new Error('There is no checker')
    const mutants = Array.from({ length: 1000 }, (_, id) => ({
      id: String(id),
      fileName: '/x/server/a.ts',
      replacement: '',
    }))
    const checks = await new Checker().check(mutants)
    return Object.entries(checks).flatMap(([id, { status }]) => (status === 'passed' ? [id] : []))
  }

  test('has its part of the changes, the same ones for a seed', async () => {
    const [one, again, other] = [await drawn('0.1', '1'), await drawn('0.1', '1'), await drawn('0.1', '2')]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(one.length).toBeGreaterThan(60)
    expect(one.length).toBeLessThan(140)
    expect(await drawn('1', '1')).toHaveLength(1000)
  })
})
