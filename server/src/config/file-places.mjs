import path from 'node:path'
import { isLoopback } from './loopback.mjs'
import { parseUrl, refuseValue } from './value-readers.mjs'

/** @typedef {import('./file-settings.ts').FilePlace} FilePlace */

const EXAMPLE = 'must be file:<folder> or s3://key:secret@host/bucket?region=eu-central-1'

/**
 * Storage of documents. Error messages never repeat the value.
 * @param {string} text
 * @returns {FilePlace}
 */
export function filePlace(text) {
  if (text.startsWith('file:') && text.length > 'file:'.length)
    return { kind: 'folder', folder: path.resolve(text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')) }
  const place = s3Of(text)
  return typeof place === 'object' ? place : refuseValue(place ?? EXAMPLE)
}

/**
 * Returns the storage, what is missing, or undefined when it is no address of a storage.
 * @param {string} text
 */
function s3Of(text) {
  const url = parseUrl(text)
  return url?.protocol === 's3:' && url.hostname && !url.hash ? placeOf(url) : undefined
}

/** @param {URL} url @returns {FilePlace | string | undefined} */
function placeOf(url) {
  const keys = keysOf(url)
  const [, bucket = '', ...rest] = url.pathname.split('/')
  const { region = '', ...others } = Object.fromEntries(url.searchParams)
  if (!keys || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) || Object.keys(others).length > 0) return undefined
  if (!region) return 'must name the region of the bucket, such as s3://key:secret@host/bucket?region=eu-central-1'
  // Traffic on the same machine cannot be intercepted.
  const endpoint = new URL(`${isLoopback(url.hostname) ? 'http' : 'https'}://${url.host}`)
  const prefix = rest.filter(Boolean).join('/')
  return { kind: 's3', endpoint, region, bucket, prefix: prefix && `${prefix}/`, ...keys }
}

/** @param {URL} url */
function keysOf({ username, password }) {
  if (!username || !password) return undefined
  try {
    return { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/**
 * clamd://host:port, clamd:///folder/socket or off.
 * @param {string} text
 * @returns {import('./file-settings.ts').ClamdPlace | null}
 */
export function clamdPlace(text) {
  if (text === 'off') return null
  const url = parseUrl(text)
  if (url?.protocol === 'clamd:' && !url.search && !url.hash && !url.username) {
    if (url.hostname && /^\/?$/.test(url.pathname))
      return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port ? Number(url.port) : 3310 }
    if (!url.host && url.pathname.length > 1) return { path: url.pathname }
  }
  return refuseValue('must be clamd://host:port, clamd:///folder/socket or off')
}
