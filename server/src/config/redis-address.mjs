import { parseUrl, refuseValue } from './value-readers.mjs'

/** @typedef {import('./redis-place.ts').RedisPlace} RedisPlace */

const EXAMPLE =
  'must be an address such as redis://redis.example.com:6379 or rediss://user:password@redis.example.com/1'

/**
 * redis:// or, encrypted, rediss:// with host; user, password, port and the number of a database are optional. Error
 * messages never repeat the value.
 * @param {string} text
 * @returns {RedisPlace}
 */
export function redisAddress(text) {
  const url = parseUrl(text) ?? refuseValue(EXAMPLE)
  if (!/^rediss?:$/.test(url.protocol) || !url.hostname || url.hash) refuseValue(EXAMPLE)
  if (url.search) refuseValue('must have no parameters; what it takes is user, password, host, port and database')
  if (!/^(\/\d{0,4})?$/.test(url.pathname)) refuseValue('must end with the number of a database, such as /1, or none')
  if (url.username && !url.password) refuseValue('must name a password with the user; one without user is :password@')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : 6379,
    user: decoded(url.username),
    password: decoded(url.password),
    database: Number(url.pathname.slice(1)),
    isEncrypted: url.protocol === 'rediss:',
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return text ? decodeURIComponent(text) : undefined
  } catch {
    return refuseValue('must have user and password percent-encoded')
  }
}
