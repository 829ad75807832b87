import { busyPorts } from '../../server/src/config/busy-port.mjs'
import { validateSettings, listeningPlace } from '../../server/src/config/validate-settings.mjs'

/**
 * Judges the settings and looks at the ports as the server will, by any Node.js and without its packages: nobody waits
 * for an installation to learn of a misspelt variable.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<Pick<ReturnType<typeof validateSettings>, 'values' | 'demo'>>} whether the demo is served, and the settings
 * @throws {Error} a line for each problem
 */
export async function refuseWrongSettings(environment) {
  const { problems, values, demo } = validateSettings(environment)
  if (problems.length === 0) problems.push(...(await busyPorts(listeningPlace(values))))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { values, demo }
}
