import { hashToken } from '../../crypto/tokens.ts'

/** When sign-in asks for a human check (decision B16). */
export type HumanCheckMode = 'always' | 'after-failures' | 'never'

export interface HumanCheckPolicy {
  mode: HumanCheckMode
  /** False: failures of an address count for nothing, as all limits per address. */
  countsNetworks: boolean
}

/** Failed sign-ins, from one address or at one name, after which a check is asked for. */
export const FAILURES_BEFORE_CHECK = 3

/** Minutes over which they are counted. */
export const FAILURE_WINDOW_MINUTES = 15

/** Who may be behind a failed sign-in: the name, known or not, and the network it was tried from. */
export function failureSources(foldedName: string, network: string, { countsNetworks }: HumanCheckPolicy): string[] {
  const name = `name:${hashToken(foldedName).toString('base64url')}`
  return countsNetworks ? [name, sourceOfNetwork(network)] : [name]
}

export const sourceOfNetwork = (network: string): string => `network:${network}`
