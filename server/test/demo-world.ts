import { applyDemoFiles } from '../src/commands/apply-demo-files.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { keyRing } from '../src/crypto/key-ring.ts'
import type { PasswordHashing } from '../src/crypto/password-hashing.ts'
import type { DemoWorldDeps } from '../src/packages/demo.ts'
import type { Portal } from './portal.ts'

/** What the world of the demo is loaded with in the database of a portal. */
export const demoWorldOf = ({ config, hashing }: Pick<Portal, 'config' | 'hashing'>): DemoWorldDeps =>
  worldDeps(config, hashing)

/** What the world of the demo is loaded with in a database that has no portal. */
export const demoWorldIn = (url: string, hashing: PasswordHashing): DemoWorldDeps =>
  worldDeps(
    readConfig({
      DATABASE_URL: url,
      PORTAL_SECRET_KEYS: 'test:0123456789abcdef0123456789abcdef',
      PORTAL_BUSINESS_TIME_ZONE: 'America/Chicago',
      PORTAL_PUBLIC_URL: 'http://localhost:3000',
      PORTAL_DEMO: 'on',
    }),
    hashing,
  )

const worldDeps = (config: Config, hashing: PasswordHashing): DemoWorldDeps => ({
  url: config.databaseUrl ?? '',
  hashing,
  keys: keyRing(config.secretKeys),
  timeZone: config.businessTimeZone,
  applyFiles: applyDemoFiles(config),
})
