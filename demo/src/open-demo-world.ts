import { type DemoMark, type DemoMode, readDemoMark, StartError } from '@portico/server/for-demo.ts'
import { drawSecrets, type DemoSecrets, knownSecrets } from './demo-secrets.ts'
import { renewPasswords } from './demo-users.ts'
import { type DemoWorldSettings, loadDemoWorld } from './load-demo-world.ts'

export interface OpenedDemoWorld extends DemoMark {
  /** The secrets of a world that was just loaded; null for an existing one. */
  loaded: DemoSecrets | null
}

/**
 * Loads the demo world into an empty database, or opens the existing one; passwords of the printed accounts are then
 * new again.
 * @throws StartError for a database with anything else, or known passwords under a public address
 */
export async function openDemoWorld(
  settings: Omit<DemoWorldSettings, 'secrets'>,
  mode: Exclude<DemoMode, 'off'>,
): Promise<OpenedDemoWorld> {
  const secrets = mode === 'public' ? drawSecrets() : knownSecrets
  const isLoaded = await loadDemoWorld({ ...settings, secrets })
  const mark = await readDemoMark(settings.url)
  if (!mark)
    throw new StartError(
      `PORTAL_DEMO=${mode} is refused: the database holds data that the demo did not load. Set PORTAL_DEMO=off to serve it, or name an empty database for the demo.`,
    )
  if (mode === 'public' && mark.hasKnownPasswords)
    throw new StartError(
      'PORTAL_DEMO=public is refused: the demo in this database has the passwords of the documentation. Name an empty database.',
    )
  if (!isLoaded) await renewPasswords(settings.url)
  return { ...mark, loaded: isLoaded ? secrets : null }
}
