import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './runtime.mjs'

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @param {import('./runtime.mjs').Outcome} outcome */
const isLocked = ({ output }) => /lock/i.test(output)

/** Installs a package of Debian where that may be done. @param {string} name */
export async function installPackage(name) {
  const { code, output } = await tryToInstall(name, ATTEMPTS)
  if (code !== 0) console.error(output)
}

/** Installs a package that the tests can do without. @param {string} name */
export async function installOptionalPackage(name) {
  await tryToInstall(name, 1)
}

/** Attempts after the first one. */
const ATTEMPTS = 10

/**
 * Other installations may hold the lock of the package database for a while.
 * @param {string} name
 * @param {number} attempts after the first one
 * @returns {Promise<import('./runtime.mjs').Outcome>}
 */
async function tryToInstall(name, attempts) {
  if (!mayInstall()) return { code: 0, output: '' }
  console.log(`Installing ${name}…`)
  // In run level 1 a package does not start a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (/** @type {string[]} */ ...args) =>
    run('apt-get', [...args, '-q', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=5'], { env })
  const install = () => apt('install', '-y', '--no-install-recommends', name)
  let outcome = await install()
  for (let attempt = 1; outcome.code !== 0 && attempt <= attempts; attempt++) {
    // A network outage is waited for when nothing may be left out.
    if (!process.env.CI && attempt > 2 && !isLocked(outcome)) break
    if (attempt > 1 || isLocked(outcome)) await pause(5000)
    if (!isLocked(outcome)) await apt('update')
    outcome = await install()
  }
  return outcome
}
