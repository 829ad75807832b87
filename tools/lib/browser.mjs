import { existsSync } from 'node:fs'
import path from 'node:path'
import { installOptionalPackage, installPackage } from './packages.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
]

/**
 * What Chromium does without: what Playwright switches off, whose list this one replaces, and the two pages that the
 * address bar loads into each window, for which no journey has a use: they take more time than the portal's first page.
 */
export const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Options of Chromium: no sandbox (tests run as root in containers), no requests to its vendor. */
export const browserArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As every Chrome on a desktop does: frames of other sites have processes of their own.
  '--site-per-process',
]

/**
 * The program of an installed Chrome or Chromium; CHROME_PATH decides where it is set.
 * @returns {string | undefined}
 */
export function findBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  return findProgram(NAMES) ?? ELSEWHERE.find((file) => existsSync(file))
}

/** @param {readonly string[]} names */
function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file))
}

/**
 * Chromium without the parts around its pages, which do nothing in journeys but cost: they take a fifth less processor
 * time without. Debian has it as a package.
 */
const HEADLESS_SHELL = 'chromium-headless-shell'

export const hasBrowser = () => findProgram([HEADLESS_SHELL]) !== undefined || findBrowser() !== undefined

/** Finds a browser for the journeys, or installs Debian's where packages may be installed. */
export async function prepareBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  if (!findProgram([HEADLESS_SHELL])) await installOptionalPackage(HEADLESS_SHELL)
  const found = findProgram([HEADLESS_SHELL]) ?? findBrowser()
  if (found) return found
  await installPackage('chromium')
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    'There is no Chrome or Chromium here. Install one, or set CHROME_PATH to its program, and run the tests again.',
  )
}
