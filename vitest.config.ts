import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What a project starts with stands in its own folder. */
const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  test: {
    maxWorkers: 2,
    retry: 0,
    allowOnly: false,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: at('server/test/global-setup.ts'),
          testTimeout: 40_000,
          hookTimeout: 60_000,
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
          environmentOptions: { happyDOM: { url: 'http://portal.test/' } },
          setupFiles: at('web/test/setup.ts'),
          testTimeout: 40_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          globalSetup: at('e2e/global-setup.ts'),
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
