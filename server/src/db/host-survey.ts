import { hostName } from '../config/database-hosts.mjs'
import { describeError } from '../error-cause.ts'
import { type HostState, probeHost } from './host-probe.ts'

/** The answer of one host: its state, or why there is none. */
export type HostAnswer =
  | { readonly address: string; readonly state: HostState }
  | { readonly address: string; readonly state?: never; readonly failure: unknown }

/** The primary that was used last: a former one has a lower timeline, and a server of another cluster another system. */
export type LastPrimary = Pick<HostState, 'address' | 'system' | 'timeline'>

/** What the answers of all hosts mean together. */
export interface Survey {
  readonly primary: HostState | undefined
  /** Why the hosts cannot be those of one cluster with one primary. */
  readonly contradiction: string | undefined
  /** What each host answered instead of being the primary. */
  readonly reasons: string
}

/** Asks one host for its state. Never fails. */
export async function askHost(address: string, timeoutMs: number): Promise<HostAnswer> {
  try {
    return { address, state: await probeHost(address, timeoutMs) }
  } catch (failure) {
    return { address, failure }
  }
}

/** Asks all hosts at the same time; the answers have the order of the addresses. */
export const askHosts = (addresses: readonly string[], timeoutMs: number): Promise<HostAnswer[]> =>
  Promise.all(addresses.map((address) => askHost(address, timeoutMs)))

/**
 * Chooses the primary: of several servers that accept writes the one with the highest timeline, and of equal ones the
 * last primary, otherwise the one that is named first. Former primaries and servers of other clusters are left out.
 */
export function evaluateAnswers(answers: readonly HostAnswer[], last?: LastPrimary): Survey {
  const states = answers.flatMap(({ state }) => (state ? [state] : []))
  const current = states.filter((state) => refusalOf(state, last) === undefined)
  const highest = Math.max(...current.map(({ timeline }) => timeline))
  const candidates = current.filter(({ timeline }) => timeline === highest)
  return {
    primary: candidates.find(({ address }) => address === last?.address) ?? candidates[0],
    contradiction: contradictionOf(states),
    reasons: `No host of the database accepts writes: ${answers.map((answer) => reasonOf(answer, last)).join(', ')}`,
  }
}

/** Returns why the server is not the primary; undefined where it is. */
function refusalOf({ isStandby, system, timeline }: HostState, last: LastPrimary | undefined): string | undefined {
  if (isStandby) return 'accepts no writes'
  if (!last) return undefined
  if (system !== last.system)
    return 'is a server of another cluster than the last primary; after a restore or an upgrade restart the portal'
  return timeline < last.timeline
    ? `is older than the last primary (timeline ${timeline}, the last one had ${last.timeline}); after a restore restart the portal`
    : undefined
}

function reasonOf(answer: HostAnswer, last: LastPrimary | undefined): string {
  const host = hostName(answer.address)
  if (!answer.state) return `${host} does not answer (${describeError(answer.failure)})`
  return `${host} ${refusalOf(answer.state, last) ?? 'accepts writes'}`
}

function contradictionOf(states: readonly HostState[]): string | undefined {
  const [first, ...others] = states
  const stranger = others.find(({ system }) => system !== first?.system)
  const namesOf = (some: readonly HostState[]) => some.map(({ address }) => hostName(address)).join(' and ')
  if (first && stranger)
    return `DATABASE_URL names servers of different clusters: ${namesOf([first, stranger])} are no copies of each other.`
  const primaries = states.filter(({ isStandby }) => !isStandby)
  if (primaries.length <= 1) return undefined
  return `DATABASE_URL names several servers that accept writes: ${namesOf(primaries)}. Only one of them may; make the others its standbys.`
}
