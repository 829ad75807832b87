import type { ChildProcess } from 'node:child_process'

const children = new Map<ChildProcess, NodeJS.Signals>()

process.on('exit', () => {
  for (const [child, signal] of children) child.kill(signal)
})
// Child processes end with this process, also on SIGINT and SIGTERM.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

/** Ends a program with this process. */
export function endsWithUs(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): ChildProcess {
  children.set(child, signal)
  child.once('exit', () => children.delete(child))
  return child
}
