import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { TestOrder } from './tools/test-order.ts'

/** What a project starts with stands in its own folder. */
const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** How long something may take to come about: a busy machine stands still for a second now and then. */
const expect = { poll: { timeout: 20_000, interval: 20 } }

/** Test files at a time, one more than a small machine has cores: a test often waits, and then needs none. */
const maxWorkers = 3

/** And a test as a whole, or what it begins with. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    maxWorkers,
    retry: 0,
    allowOnly: false,
    teardownTimeout: 60_000,
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts'],
          setupFiles: at('tools/fast-check-seed.ts'),
          ...timeouts,
          expect,
          // Its files keep nothing that another one could see; each process reads the schemas once.
          isolate: false,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...timeouts, expect, isolate: false } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', '{demo,embedded-postgres}/src/**/*.test.ts'],
          globalSetup: at('server/test/global-setup.ts'),
          setupFiles: [at('tools/fast-check-seed.ts'), at('server/test/setup.ts')],
          testTimeout: 180_000,
          expect,
          hookTimeout: 240_000,
          // Each file has a portal and a database of its own; what they import is read once, not a hundred times.
          isolate: false,
        },
      },
      {
        extends: at('web/vite.config.ts'),
        root: at('web'),
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          environmentOptions: {
            // The preview of a brand draws into a frame, which loads nothing.
            happyDOM: { url: 'http://portal.test/', settings: { enableIframePageLoading: true } },
          },
          setupFiles: at('web/test/setup.ts'),
          // Not taken over from above by a project that extends another file; vitest then runs one file at a time.
          maxWorkers,
          // The modules of the portal are read anew for each file, see web/test/setup.ts; its libraries are not.
          isolate: false,
          // What is missing in a page fails sooner, see web/test/setup.ts; this ends a test that hangs.
          testTimeout: 60_000,
          hookTimeout: timeouts.hookTimeout,
          expect: { poll: { ...expect.poll, timeout: 9_000 } },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          globalSetup: at('e2e/global-setup.ts'),
          setupFiles: at('e2e/failure-records.ts'),
          // The files of a process share its browser.
          isolate: false,
          testTimeout: 600_000,
          expect: { poll: { ...expect.poll, timeout: 60_000 } },
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
