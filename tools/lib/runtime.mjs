import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts)

const OLDEST = { major: 24, minor: 15 }

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
}

/**
 * The Node 24 that everything of the project runs on: the one among the dependencies, or the
 * current one on platforms for which there is no such package.
 */
export function projectNode() {
  const packaged = inRoot('node_modules', '.bin', 'node')
  if (existsSync(packaged)) return packaged
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new Error(
    `Portico brings its own Node.js for Linux; on ${process.platform} ${process.arch} please start it with Node.js ${OLDEST.major}.${OLDEST.minor} or newer (this is ${process.versions.node}).`,
  )
}

/** The environment of every tool: `node` means the project's Node. */
export function projectEnvironment() {
  return {
    ...process.env,
    PATH: [inRoot('node_modules', '.bin'), path.dirname(projectNode()), process.env.PATH].join(path.delimiter),
  }
}

/** @param {string} name a command of node_modules/.bin written in JavaScript */
export const command = (name) => inRoot('node_modules', '.bin', name)

/**
 * @typedef {object} Outcome
 * @property {number} code 0 when it went well
 * @property {string} output both streams together, in order of arrival
 */

/** Programs that have not ended yet. */
let running = 0
/** True once a signal has come: nothing is begun after it. */
let isStopping = false

/**
 * Runs a program to its end. A signal to this process stops all such programs first, and nothing hears of their end:
 * what would be begun after it is not, and its promise stays open.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, live?: boolean, onOutput?: (text: string) => void }} [options]
 *   live: output goes straight through; onOutput: called with the output as it comes
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { cwd = root, env = projectEnvironment(), live = false, onOutput } = {}) {
  return new Promise((resolve) => {
    if (isStopping) return
    const child = spawn(program, args, { cwd, env, stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    running++
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        onOutput?.(text)
      })

    const stopping = [stopWith('SIGINT', 130), stopWith('SIGTERM', 143)]
    /** @type {(signal: NodeJS.Signals, code: number) => () => void} */
    function stopWith(signal, code) {
      const stop = () => {
        isStopping = true
        child.once('close', () => running === 0 && process.exit(code))
        child.kill('SIGTERM')
      }
      process.once(signal, stop)
      return () => process.off(signal, stop)
    }
    let hasEnded = false
    /** @param {Outcome} outcome */
    const settle = (outcome) => {
      for (const forget of stopping) forget()
      if (!hasEnded) running--
      hasEnded = true
      if (!isStopping) resolve(outcome)
    }
    child.on('error', (error) => settle({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}

/** @param {unknown} error one sentence for a person, then the end */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
