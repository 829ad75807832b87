import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { inRoot, projectNode } from '../tools/lib/runtime.mjs'
import type { Bench, Figure, Report } from './figures.ts'
import { watchForeign } from './machine.ts'
import { userNameOf } from './load-data.ts'
import { HOME, openSharedBrowser, signInOn, visitSignIn } from './page-visits.ts'
import { freePort } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

/** Installed at the first use and kept apart: it is far larger than the portal and measures nothing else. */
const VERSION = '13.5.0'
const folder = inRoot('.cache', 'bench')
const script = path.join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')

interface Scores {
  performance: number
  largestPaint: number
  shift: number
}

/**
 * Goal 15: Lighthouse scores of the sign-in page and of the home page on a desktop; best of three, of one in a quick
 * run.
 */
export async function lighthouse(bench: Bench): Promise<Partial<Report>> {
  const missing = await install()
  if (missing !== undefined) return { left: [`lighthouse: ${missing}`] }
  const debuggingPort = await freePort()
  const browser = await openSharedBrowser(debuggingPort)
  if (!browser) return { left: ['lighthouse: there is no Chrome or Chromium here'] }
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const tries = bench.isQuick ? 1 : 3
    const foreign = watchForeign()
    const login = await best(`${portal.origin}/login`, debuggingPort, tries)
    // The tab of Lighthouse gets its session from this one, as tabs of one browser do.
    const page = await browser.newPage()
    await visitSignIn(page, portal.origin)
    await signInOn(page, userNameOf(7_003))
    const home = await best(portal.origin + HOME, debuggingPort, tries)
    const note = `foreign ${Math.round(foreign() * 100)} %`
    return { figures: [...pageFigures('sign-in page', login, note), ...pageFigures('home page', home, note)] }
  } finally {
    await browser.close()
    await portal.stop()
  }
}

/** Undefined when it is there, else why not. */
async function install(): Promise<string | undefined> {
  if (existsSync(script)) return undefined
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  process.stderr.write(`installing lighthouse ${VERSION} into ${path.relative(inRoot(), folder)}…\n`)
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', `lighthouse@${VERSION}`]
  try {
    await promisify(execFile)('npm', args, { cwd: folder })
    return undefined
  } catch (error) {
    return `it could not be installed (${(error as Error).message.split('\n')[0]})`
  }
}

async function best(address: string, debuggingPort: number, tries: number): Promise<Scores> {
  const scores: Scores[] = []
  for (let at = 0; at < tries; at++) scores.push(await auditPage(address, debuggingPort))
  return scores.toSorted((a, b) => b.performance - a.performance)[0] as Scores
}

async function auditPage(address: string, debuggingPort: number): Promise<Scores> {
  const output = path.join(folder, 'report.json')
  const args = [
    script,
    address,
    `--port=${debuggingPort}`,
    '--preset=desktop',
    '--only-categories=performance',
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
  ]
  await promisify(execFile)(projectNode(), args, { cwd: folder })
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(output, 'utf8')) as LighthouseReport
  if (finalDisplayedUrl !== address) throw new Error(`Lighthouse was led from ${address} to ${finalDisplayedUrl}.`)
  return {
    performance: categories.performance.score,
    largestPaint: audits['largest-contentful-paint'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
  }
}

interface LighthouseReport {
  finalDisplayedUrl: string
  categories: { performance: { score: number } }
  audits: Record<'largest-contentful-paint' | 'cumulative-layout-shift', { numericValue: number }>
}

function pageFigures(page: string, { performance, largestPaint, shift }: Scores, note: string): Figure[] {
  const goal = '15'
  const of = `Lighthouse, ${page}`
  return [
    { goal, name: `${of}: performance`, value: performance, unit: '', must: 0.95, aim: 0.99, sense: 'at least', note },
    { goal, name: `${of}: largest paint`, value: largestPaint, unit: 'ms', must: 1_200, aim: 800, sense: 'at most' },
    { goal, name: `${of}: layout shift`, value: shift, unit: '', must: 0.02, aim: 0.01, sense: 'at most' },
  ]
}
