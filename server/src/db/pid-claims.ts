import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Claims are files named after the process that holds them, so that no file is ever taken over: a claim whose process
 * has died is removed. A process writes its file first and then looks for others, so that of two concurrent ones at
 * least one sees the other.
 */
export interface Claim {
  readonly file: string
  release(): void
}

let claimsMade = 0

/** Start of a process, in ticks since boot; distinguishes it from a later one with the same number. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; its number only waits to be collected.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** Whether a process runs; with its start known, whether it is still the same one. */
export function isRunning(pid: number, start = ''): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now !== 'ended' && (start === '' || now === '' || start === now)
}

/** Puts a claim of this process into a folder. */
export function makeClaim(folder: string, kind: string): Claim {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${kind}.${process.pid}-${++claimsMade}`)
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}`)
  return { file, release: () => rmSync(file, { force: true }) }
}

/** Processes with a claim of this kind, apart from the given one; claims of the dead are removed. */
export function otherClaims(folder: string, kind: string, own?: Claim): number[] {
  const holders: number[] = []
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (!name.startsWith(`${kind}.`) || file === own?.file) continue
    const [pid = '', start = ''] = readClaim(file)
    // Still empty: its writer is between making and filling it.
    if (pid === '' || isRunning(Number(pid), start)) holders.push(Number(pid))
    else rmSync(file, { force: true })
  }
  return holders
}

function readClaim(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(' ')
  } catch {
    return ['0']
  }
}
