import type { DemoPackage } from '@portico/server/for-demo.ts'
import { describeDemo } from './demo-accounts.ts'
import { serveDemo } from './demo-pages.ts'
import { drawSecrets, knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'
import { openDemo } from './open-demo.ts'

/** What the server loads by the name of this package. */
export const demo: DemoPackage = {
  loadWorld: async (deps, isPublic) => {
    const secrets = isPublic ? drawSecrets() : knownSecrets
    return (await loadDemoWorld({ ...deps, secrets })) ? describeDemo(secrets) : undefined
  },
  open: openDemo,
  serve: serveDemo,
}
