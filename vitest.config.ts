import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** A file that a project starts with, once it is there. */
const whenPresent = (file: string) => (existsSync(new URL(file, import.meta.url)) ? [file] : [])

export default defineConfig({
  test: {
    maxWorkers: 2,
    retry: 0,
    allowOnly: false,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: whenPresent('server/test/global-setup.ts'),
          setupFiles: whenPresent('server/test/setup.ts'),
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: existsSync(new URL('web/vite.config.ts', import.meta.url)) ? './web/vite.config.ts' : false,
        root: 'web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: whenPresent('web/test/setup.ts').map((file) => file.replace('web/', './')),
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          globalSetup: whenPresent('e2e/global-setup.ts'),
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
