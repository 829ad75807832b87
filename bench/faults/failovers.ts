import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, projectEnvironment, projectNode, run } from '../../tools/lib/runtime.mjs'
import { CannotHere, type Experiment, fact, none, within } from './experiment.ts'
import { tempFolder } from './world.ts'

/** From docs/failover.md: the lock of a dead primary ends after 12 seconds. */
const OUT_SECONDS = 16
/** Of what a replica answers. */
const LISTS_OUT_SECONDS = 3
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']

interface FailoverRun {
  lost: number
  others: number
  withoutRetryAfter: number
  acknowledged: number
  refused: number
  unknown: number
  writesOut: number
  readsOut: number
  primaryReadsOut: number
  moved: boolean
}

const failover = (fault: string, title: string): Experiment => ({
  id: `failover-${fault}`,
  title,
  run: async () => {
    const missing = PROGRAMS.filter((program) => !existsSync(program))
    if (missing.length > 0) throw new CannotHere(`${missing.join(', ')} is missing`)
    if (process.getuid?.() !== 0) throw new CannotHere('it needs root, to start each server as a user of its own')
    const file = path.join(tempFolder(), 'failover.jsonl')
    const args = ['--fault', fault, '--runs', '1', '--json', file]
    const { output } = await run(projectNode(), [inRoot('bench', 'failover.ts'), ...args], {
      env: projectEnvironment(),
    })
    if (!existsSync(file)) throw new Error(output.slice(-2_000))
    const found = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as FailoverRun
    return {
      findings: [
        fact('acknowledged changes', found.acknowledged),
        none('of them lost', found.lost),
        none('answers other than 200 and 503', found.others),
        none('refusals without Retry-After', found.withoutRetryAfter),
        none('nodes that were restarted', output.includes('The node was not restarted.') ? 0 : 1),
        none('primaries that did not move', found.moved ? 0 : 1),
        fact('refused', found.refused),
        fact('of them unknown', found.unknown),
        within('changes out', found.writesOut, OUT_SECONDS, 's'),
        within('reads from the primary out', found.primaryReadsOut, OUT_SECONDS, 's'),
        within('lists from the replica out', found.readsOut, LISTS_OUT_SECONDS, 's'),
      ],
      notes: ['by bench/failover.ts; docs/failover.md has more runs'],
    }
  },
})

export const failovers: readonly Experiment[] = [
  failover('postgres', 'The primary of two PostgreSQL servers under Patroni is killed'),
  failover('node', 'The machine of the primary dies'),
  failover('freeze', 'The machine of the primary is frozen and wakes up later'),
  failover('switchover', 'The primary is changed by its operator'),
]
