import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inRoot, projectEnvironment, run } from './runtime.mjs'

/** What the tests of the Helm chart need, 40 MB: nobody else fetches it, and package-lock.json does not know it. */
const LIST = inRoot('tools', 'chart-packages')

/** Where it is kept. */
export const chartPackages = inRoot('.cache', 'chart-packages')

const LOCK = 'package-lock.json'

/** A network outage is waited for when nothing may be left out. */
const RETRIES = `--fetch-retries=${process.env.CI ? 5 : 0}`

/** Whether all is here, in the versions of the list. */
export function areChartPackagesHere() {
  const [wanted, found] = [path.join(LIST, LOCK), path.join(chartPackages, LOCK)]
  return existsSync(found) && readFileSync(found, 'utf8') === readFileSync(wanted, 'utf8')
}

/**
 * Fetches it by the hashes of its own lock file; beside its place first, so that a fetch that is broken off leaves nothing.
 * @returns {Promise<string>} what npm said where it failed
 */
export async function fetchChartPackages() {
  if (areChartPackagesHere()) return ''
  const folder = `${chartPackages}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of ['package.json', LOCK]) cpSync(path.join(LIST, name), path.join(folder, name))
    cpSync(inRoot('.npmrc'), path.join(folder, '.npmrc'))
    // What the package of helm is an addition to, a library of 100 MB, is left out with other peers.
    const args = ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund', RETRIES, '--prefix', folder]
    const { code, output } = await run('npm', args, { cwd: folder, env: projectEnvironment() })
    if (code !== 0) return output
    if (!areChartPackagesHere()) {
      rmSync(chartPackages, { recursive: true, force: true })
      renameSync(folder, chartPackages)
    }
    return ''
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
