import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

export const cores = availableParallelism()

/** Linux counts the CPU time of processes in hundredths of a second. */
const TICK_MS = 10

interface ProcessFacts {
  pid: number
  parent: number
  /** CPU of the process and of its children that have ended. */
  ticks: number
}

function readProcess(pid: string): ProcessFacts | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name may hold spaces and brackets; what follows its last bracket does not.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { pid: Number(pid), parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** The process with everything it started, directly or not. */
function treeOf(root: number): ProcessFacts[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const known = all.map(readProcess).filter((found) => found !== undefined)
  const tree = known.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...known.filter(({ parent }) => parent === pid))
  return tree
}

/** CPU milliseconds that a process tree has used so far. */
export function cpuOf(root: number): number {
  return treeOf(root).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
}

/** Resident memory of a process tree in MiB. */
export function residentMiB(root: number): number {
  const kilobytes = treeOf(root).map(({ pid }) => {
    try {
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

/**
 * Keeps a process tree, and what it will start, to one core, or lets it use all again: processes of one core stand for a
 * machine of their own. Needs `taskset` of util-linux.
 */
export function keepTo(core: number | 'all', root: number): void {
  for (const { pid } of treeOf(root))
    execFileSync('taskset', ['-acp', core === 'all' ? `0-${cores - 1}` : String(core), String(pid)], {
      stdio: 'ignore',
    })
}

/** CPU milliseconds that all programs of the machine have used so far. */
function machineCpu(): number {
  const [user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'latin1').split(/\s+/).slice(1, 4).map(Number)
  return (user + nice + system) * TICK_MS
}

/** Watches which share of the CPU is used by programs that are not ours. */
export function watchForeign(): () => number {
  const started = performance.now()
  const machine = machineCpu()
  const ours = cpuOf(process.pid)
  return () => {
    const available = (performance.now() - started) * cores
    const foreign = machineCpu() - machine - (cpuOf(process.pid) - ours)
    return Math.min(1, Math.max(0, foreign / available))
  }
}
