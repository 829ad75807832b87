import { countDailyFigures, type DemoPackage } from '@portico/server/for-demo.ts'
import { describeDemo } from './demo-accounts.ts'
import { newCompanyKey, openDemoCompany } from './demo-company.ts'
import { serveDemo } from './demo-pages.ts'
import { demoSamlApplication, openDemoSamlApplication } from './demo-saml-application.ts'
import { knownSecrets } from './demo-secrets.ts'
import { openDemoWorld } from './open-demo-world.ts'

/** Opens the demo world, the employer and the SAML application that the demo plays. */
export const openDemo: DemoPackage['open'] = async ({ database, publicUrl, ...deps }, mode) => {
  const key = newCompanyKey()
  const world = await openDemoWorld(deps, mode)
  // The overview has its pictures at the first sign-in, not after the job's first turn.
  if (world.loaded) await countDailyFigures(database.jobs, deps.timeZone)
  const company = await openDemoCompany(database.jobs, publicUrl, await key)
  await openDemoSamlApplication(database.jobs, publicUrl)
  const samlApplication = demoSamlApplication(database.requests, publicUrl)
  const { mailboxPasswordSha256 } = world
  return {
    serve: (app, pageDeps) => serveDemo(app, { ...pageDeps, company, samlApplication, mailboxPasswordSha256 }),
    // Random passwords were printed by the start that loaded the demo.
    accounts: describeDemo(world.hasKnownPasswords ? knownSecrets : world.loaded),
  }
}
