import { readFileSync } from 'node:fs'
import path from 'node:path'
import { glob } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { hasBrowser } from './lib/browser.mjs'
import { missingLine, outsidePrograms } from './lib/outside-programs.mjs'
import { inRoot } from './lib/runtime.mjs'

afterEach(() => vi.unstubAllEnvs())

/** Helpers of tests that make a certificate with openssl. */
const MAKES_CERTIFICATES = /test\/(?:certificate|duo-peer|siteverify-peer|slapd)\.ts'/

test('a contributor without openssl runs no test that makes a certificate with it', async () => {
  const files = outsidePrograms.find(({ name }) => name === 'openssl')?.files ?? []
  let found = 0
  for await (const file of glob(['{demo,embedded-postgres,server}/src/**/*.test.ts', 'e2e/**/*.journey.ts'], {
    cwd: inRoot(),
  })) {
    if (!MAKES_CERTIFICATES.test(readFileSync(inRoot(file), 'utf8'))) continue
    found++
    expect({ file, isLeftOut: files.some((pattern) => path.matchesGlob(file, pattern)) }).toEqual({
      file,
      isLeftOut: true,
    })
  }
  expect(found).toBeGreaterThan(5)
})

test('a contributor without Git runs no test that calls it', async () => {
  const files = outsidePrograms.find(({ name }) => name === 'Git')?.files ?? []
  const sources = new Map<string, string>()
  for await (const file of glob(['{demo,embedded-postgres,server,tools,contract,web}/**/*.{ts,tsx,mjs}', 'e2e/*.ts'], {
    cwd: inRoot(),
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }))
    sources.set(file, readFileSync(inRoot(file), 'utf8'))
  const calling = [...sources]
    .filter(([, source]) => /(?:execFile|spawn)\w*\((['"])git\1/.test(source))
    .map(([file]) => file)
  const isCalling = (file: string, source: string) =>
    calling.some((one) => one === file || source.includes(`/${path.basename(one)}'`))
  const tests = [...sources].filter(([file, source]) => /\.(test|journey)\.tsx?$/.test(file) && isCalling(file, source))
  expect(tests.length).toBeGreaterThan(1)
  for (const [file] of tests)
    expect({ file, isLeftOut: files.some((pattern) => path.matchesGlob(file, pattern)) }).toEqual({
      file,
      isLeftOut: true,
    })
})

test('the first line of a run names what is missing, a browser only where journeys are to run', () => {
  vi.stubEnv('PATH', '')
  vi.stubEnv('CHROME_PATH', '')
  const whole = missingLine({ needsBrowser: true }) ?? ''
  expect(whole).toMatch(/^Missing here: .*\bopenssl\b.*\bGit\b.*\.$/)
  expect(whole.includes('Chromium, without which the journeys fail')).toBe(!hasBrowser())
  expect(missingLine({ needsBrowser: false })).not.toContain('Chromium')
})

test('a contributor finds a test file for each pattern that is left out', async () => {
  for (const { files } of outsidePrograms)
    for (const pattern of files) {
      const found = []
      for await (const file of glob(pattern, { cwd: inRoot(), exclude: (name) => name === 'node_modules' }))
        found.push(file)
      expect({ pattern, isFound: found.length > 0 }).toEqual({ pattern, isFound: true })
    }
})
