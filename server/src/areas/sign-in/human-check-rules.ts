import { hashToken } from '../../crypto/tokens.ts'

/** When sign-in requires a human check (decision B16). */
export type HumanCheckMode = 'always' | 'after-failures' | 'never'

export interface HumanCheckPolicy {
  mode: HumanCheckMode
  /** False: failures are not counted by address, as with all limits per address. */
  countsNetworks: boolean
}

/** Failed sign-ins from one address or with one user name after which a check is required. */
export const FAILURES_BEFORE_CHECK = 3

/** Minutes over which they are counted. */
export const FAILURE_WINDOW_MINUTES = 15

/** The sources that a failed sign-in counts for: the name, known or not, and the network. */
export function failureSources(foldedName: string, network: string, { countsNetworks }: HumanCheckPolicy): string[] {
  const name = `name:${hashToken(foldedName).toString('base64url')}`
  return countsNetworks ? [name, sourceOfNetwork(network)] : [name]
}

export const sourceOfNetwork = (network: string): string => `network:${network}`
