// The hosts of a database address: `URL` knows one host, and libpq's addresses may name several.

/** Stands in for a list of hosts, or for none, while the address is changed as a URL. */
const STAND_IN = 'list-of-hosts.invalid'
const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)/i
const DEFAULT_PORT = '5432'

/** Servers that the portal can work with: it writes. */
const TARGETS = ['read-write', 'primary']

/** @param {string} text */
const authorityOf = (text) => AUTHORITY.exec(text)?.[2] ?? ''

/** URL knows one host, and none only without a user. @param {string} text */
const needsStandIn = (text) => authorityOf(text) === '' || authorityOf(text).includes(',')

/** @param {string} text */
const withStandIn = (text) => (needsStandIn(text) ? text.replace(AUTHORITY, `$1${STAND_IN}`) : text)

/**
 * Lets `change` work on the address as on a URL, however many hosts it names. The hosts stay.
 * @param {string} text
 * @param {(address: URL) => void} change
 * @throws TypeError without the address, which may have a password
 */
export function changedAddress(text, change) {
  const hosts = authorityOf(text)
  const readable = withStandIn(text)
  if (!URL.canParse(readable)) throw new TypeError('The address of the database cannot be read.')
  const address = new URL(readable)
  change(address)
  return needsStandIn(text) ? address.href.replace(STAND_IN, () => hosts) : address.href
}

/** @param {string} text */
const queryOf = (text) => new URLSearchParams(text.split('?').slice(1).join('?'))

/** `host:port` and `[address]:port` by their parts. @param {string} place */
function partsOf(place) {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place) ?? []
  return { host, port }
}

/**
 * What each host of the address is named, with its port where one is: of the authority, or of the parameters, which
 * come before it as in libpq.
 * @param {string} text
 */
function placesOf(text) {
  const query = queryOf(text)
  const hosts =
    query.get('host')?.split(',') ??
    authorityOf(text)
      .split(',')
      .map((place) => partsOf(place).host)
  const ports = query.get('port')?.split(',')
  const own = query.has('host')
    ? []
    : authorityOf(text)
        .split(',')
        .map((place) => partsOf(place).port)
  const portOf = (/** @type {number} */ index) => (ports ? (ports.length === 1 ? ports[0] : ports[index]) : own[index])
  return { places: hosts.map((host, index) => ({ host, port: portOf(index) ?? '' })), ports }
}

/**
 * One address for each host that the address names, in its order; the same address where it names one.
 * @param {string} text
 */
export function hostAddresses(text) {
  const { places } = placesOf(text)
  if (places.length === 1) return [text]
  const isInQuery = queryOf(text).has('host')
  return places.map(({ host, port }) => {
    // The list of the authority says nothing where parameters name the hosts.
    const single = text.replace(AUTHORITY, (_, start) =>
      isInQuery ? `${start}` : `${start}${host}${port === '' ? '' : `:${port}`}`,
    )
    if (!isInQuery) return changedAddress(single, (address) => address.searchParams.delete('port'))
    const [before = '', query = ''] = single.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('host', host)
    if (port !== '') parameters.set('port', port)
    return `${before}?${parameters.toString()}`
  })
}

/** Modes at which the driver does what verify-full says, and warns that it may do otherwise in a later version. */
const STRICT_MODES = ['prefer', 'require', 'verify-ca']

/** The address as the driver takes it without a warning; it means the same. @param {string} text */
export function driverAddress(text) {
  const query = queryOf(text)
  if (!STRICT_MODES.includes(query.get('sslmode') ?? '') || query.get('uselibpqcompat') === 'true') return text
  return changedAddress(text, ({ searchParams }) => searchParams.set('sslmode', 'verify-full'))
}

/** The host of an address that names one, as messages name it: `db.example:5432`. @param {string} address */
export function hostName(address) {
  const [{ host, port } = { host: '', port: '' }] = placesOf(address).places
  return `${decoded(host) || 'localhost'}:${port || DEFAULT_PORT}`
}

/** @param {string} host a folder has %2F for / */
function decoded(host) {
  try {
    return decodeURIComponent(host)
  } catch {
    return host
  }
}

/** @param {string} text */
const targetOf = (text) => queryOf(text).get('target_session_attrs')

/**
 * True where the server that accepts writes may change while the portal runs: several hosts, or one that says so, such
 * as a proxy before several.
 * @param {string} text
 */
export const mayFailOver = (text) => placesOf(text).places.length > 1 || TARGETS.includes(targetOf(text) ?? '')

/** @param {string | null} target @param {number} hosts */
const isTarget = (target, hosts) => target === null || TARGETS.includes(target) || (target === 'any' && hosts === 1)

/** Whether the driver can read the address, and that of each host. @param {string} text */
function isReadable(text) {
  try {
    return [text, ...hostAddresses(text)].every((address) => URL.canParse(withStandIn(address)))
  } catch {
    return false
  }
}

/** @param {string} port empty for the usual one */
const isPort = (port) => port === '' || (Number(port) >= 1 && Number(port) <= 65_535)

/** What the driver cannot read; undefined where it reads all. @param {string} text */
function unreadablePart(text) {
  if (/^:\d/.test(authorityOf(text))) return 'must name a host in front of its port'
  if (/^[^/]*\/\/[^@/?#]*@(?:\?|$)/.test(text)) return 'must name a database where it names no host'
  return isReadable(text) ? undefined : 'must name hosts such as db1, 10.0.0.21 or [2001:db8::1]'
}

/** Why the hosts cannot be used; undefined where they can. @param {string} text */
export function hostsProblem(text) {
  const { places, ports } = placesOf(text)
  if (ports && ports.length !== 1 && ports.length !== places.length)
    return `must name one port for all hosts, or one for each: ${places.length} hosts and ${ports.length} ports`
  if (places.length > 1 && places.some(({ host }) => host === '')) return 'must name a host on each side of a comma'
  if (!places.every(({ port }) => isPort(port))) return 'must have ports from 1 to 65535'
  const unreadable = unreadablePart(text)
  if (unreadable !== undefined) return unreadable
  if (!isTarget(targetOf(text), places.length))
    return `must have ${TARGETS.join(' or ')} as target_session_attrs, because the portal writes`
  const names = places.map(({ host, port }) => `${host.toLowerCase()}:${port || DEFAULT_PORT}`)
  return new Set(names).size < names.length ? 'must name each host once' : undefined
}
