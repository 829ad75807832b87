/** Which origins and hosts are the portal's own. */
export interface OriginRule {
  /** True for no Origin header (not a browser) and for our own. */
  isOurs(origin: string | undefined): boolean
  /** True for the host (with port) of the public address. */
  isOurHost(host: string): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The rule for a public address; a loopback one counts under each of its names on the same port. */
export function originRule(publicUrl: URL): OriginRule {
  const names = LOOPBACK.includes(publicUrl.hostname) ? LOOPBACK : [publicUrl.hostname]
  const hosts = names.map((name) => (publicUrl.port ? `${name}:${publicUrl.port}` : name))
  const origins = hosts.map((host) => `${publicUrl.protocol}//${host}`)
  return {
    isOurs: (origin) => origin === undefined || origins.includes(origin),
    isOurHost: (host) => hosts.includes(host.toLowerCase()),
  }
}
