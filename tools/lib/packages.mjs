import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './runtime.mjs'

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs a package of Debian where that may be done. Other installations may hold the lock of the package database for a while. @param {string} name */
export async function installPackage(name) {
  if (!mayInstall()) return
  console.log(`Installing ${name}…`)
  // In run level 1 a package does not start a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = () =>
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', name], { env })
  let outcome = await install()
  for (let attempt = 1; outcome.code !== 0 && attempt <= 10; attempt++) {
    if (/lock/i.test(outcome.output)) await pause(5000)
    else await run('apt-get', ['update', '-q'], { env })
    outcome = await install()
    if (attempt >= 2 && !/lock/i.test(outcome.output)) break
  }
  if (outcome.code !== 0) console.error(outcome.output)
}
