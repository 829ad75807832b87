import { isLoopback } from './loopback.mjs'

/** `on`: for this machine, with the passwords of the documentation; `public`: for others, with random ones. @typedef {'on' | 'public' | 'off'} DemoMode */

/**
 * Returns whether the demo is served; a combination that would expose the known passwords is a problem.
 * @param {{ PORTAL_DEMO?: DemoMode | undefined, PORTAL_PUBLIC_URL?: URL | undefined, PORTAL_RATE_LIMIT?: 'on' | 'off' | undefined, DATABASE_URL?: string | undefined }} values
 * @param {string[]} problems
 * @returns {DemoMode}
 */
export function demoMode(values, problems) {
  const { PORTAL_DEMO: setting, PORTAL_PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl } = values
  const isPublic = publicUrl !== undefined && !isLoopback(publicUrl.hostname)
  if (isPublic && setting === 'on')
    problems.push(
      'PORTAL_DEMO=on is refused with a PORTAL_PUBLIC_URL beyond this machine, since its passwords are known to everybody; PORTAL_DEMO=public is a demo for others.',
    )
  // An invalid database address has been reported already.
  const namesDatabase = databaseUrl !== undefined || problems.some((problem) => problem.startsWith('DATABASE_URL'))
  if (isPublic && setting === undefined && !namesDatabase)
    problems.push(
      'PORTAL_PUBLIC_URL leads beyond this machine, and DATABASE_URL is not set. Set it, or say by PORTAL_DEMO=off that the embedded database is to be served there; PORTAL_DEMO=public serves a demo.',
    )
  const mode = setting ?? (databaseUrl === undefined ? 'on' : 'off')
  if (values.PORTAL_RATE_LIMIT === 'off' && mode !== 'on')
    problems.push('PORTAL_RATE_LIMIT=off is refused without the demo.')
  return mode
}
