import { spawn } from 'node:child_process'
import { inRoot, projectEnvironment, projectNode, root } from './runtime.mjs'

const WITH_PARENT = new URL('with-parent.mjs', import.meta.url).href

/** Where Node.js keeps what an earlier start compiled: a later one takes half as long and 20 MiB less. */
export const compiledCode = { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') }

/**
 * Runs a program of ours that stays. It stands in a process group of its own, because Ctrl-C reaches
 * every process of the terminal's group and npm passes it on once more: so the program is told once,
 * by us. It also ends when we are killed (with-parent.mjs).
 * @param {readonly string[]} args of node
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export function startProgram(args, { env = {}, cwd = root } = {}) {
  return spawn(projectNode(), ['--import', WITH_PARENT, ...args], {
    cwd,
    env: { ...projectEnvironment(), ...compiledCode, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
}

/**
 * Waits for the programs; a signal to us, or the end of one of them, ends all.
 * @param {readonly import('node:child_process').ChildProcess[]} programs
 * @returns {Promise<number>} the exit code of the first that ended
 */
export function untilEnd(programs) {
  return new Promise((resolve) => {
    let open = programs.length
    /** @type {number | undefined} */
    let first
    let stopping = false
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      if (stopping) return
      stopping = true
      for (const program of programs) if (program.exitCode === null && program.signalCode === null) program.kill(signal)
    }
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
    onEndOfNpm(() => stop('SIGTERM'))
    for (const program of programs)
      program.once('close', (code, signal) => {
        first ??= code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)
        open -= 1
        if (open === 0) resolve(first)
        else stop('SIGTERM')
      })
  })
}

const PARENT_CHECK_MS = 500

/**
 * Calls back when the npm that started this process ends without passing a signal on, as after kill -9.
 * Started by anything else, this process may outlive its parent: that is how nohup and supervisors work.
 * @param {() => void} onEnd
 */
function onEndOfNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** Short-lived objects get 16 MiB, as on small machines: with the 32 of large ones the server holds 90 MiB more. */
const MEMORY_FLAG = '--max-semi-space-size=16'

/** The server as it was built. @param {readonly string[]} args of the server's command line */
export const serverArguments = (...args) => [MEMORY_FLAG, inRoot('server', 'dist', 'main.js'), ...args]

/** The server as it is being written. @param {readonly string[]} args of the server's command line */
export const sourceArguments = (...args) => [inRoot('server', 'src', 'main.ts'), ...args]
