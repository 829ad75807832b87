import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './runtime.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
]

/** What Chromium is started with: no sandbox (tests run as root in containers), nothing that calls home. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The program of an installed Chrome or Chromium; CHROME_PATH decides where it is set.
 * @returns {string | undefined}
 */
export function findBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...ELSEWHERE].find((file) =>
    existsSync(file),
  )
}

/** Finds a browser, or installs Debian's where packages may be installed. */
export async function prepareBrowser() {
  const found = findBrowser()
  if (found) return found
  await installPackage('chromium')
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    'There is no Chrome or Chromium here. Install one, or set CHROME_PATH to its program, and run the tests again.',
  )
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Other installations may hold the lock of the package database for a while. @param {string} name */
async function installPackage(name) {
  if (!mayInstall()) return
  console.log(`Installing ${name}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
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
