/** The front end's own table of addresses. */
export const { paths } = (await import(new URL('../web/src/paths.ts', import.meta.url).href)) as {
  paths: Record<string, () => string>
}

/** Names and addresses of the administration's screens; those with ids in their address are missing. */
export const adminAddresses: readonly (readonly [name: string, address: string])[] = Object.entries(paths)
  .map(([name, path]) => [name, path()] as const)
  .filter(([, address]) => /^\/content-authenticated\/(?:administration|database-maintenance)\b[^$]*$/.test(address))
