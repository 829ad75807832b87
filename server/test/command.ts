import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type Portal, startPortal } from './portal.ts'

/** A portal whose database the commands of a test file work on, and what they print. */
export interface CommandRunner {
  readonly portal: Portal
  /** Output since the test began, or since `clearOutput`. */
  readonly output: string
  clearOutput(): void
}

/** Sets up one portal for the whole file; commands find it through the settings, as an operator's do. */
export function commandRunner(): CommandRunner {
  let portal: Portal | undefined
  let output = ''
  const running = () => {
    if (!portal) throw new Error('The portal of this test file has not started')
    return portal
  }
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal?.close())
  beforeEach(() => {
    output = ''
    vi.stubEnv('DATABASE_URL', running().config.databaseUrl)
    vi.stubEnv('PORTAL_PUBLIC_URL', running().origin)
    vi.stubEnv('PORTAL_SECRET_KEYS', 'test:0123456789abcdef0123456789abcdef')
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text)
      return true
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  return {
    get portal() {
      return running()
    },
    get output() {
      return output
    },
    clearOutput: () => {
      output = ''
    },
  }
}
