/** So many of the addresses visited last are known. */
const VISITED_MAX = 20

/** In the memory of the tab, never in the storage of the browser; what the user visited before is on the server. */
let visited: readonly string[] = []

/** Notes that a screen of the administration was opened. */
export function noteVisited(address: string): void {
  visited = [address, ...visited.filter((one) => one !== address)].slice(0, VISITED_MAX)
}

/** The addresses of the administration that were visited in this tab, the newest first. */
export const visitedAddresses = (): readonly string[] => visited

/** Forgets them: who signs in next in this tab may be somebody else. */
export function forgetVisited(): void {
  visited = []
}
