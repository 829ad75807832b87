import path from 'node:path'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'

/** An S3-compatible storage of the settings. */
export interface S3Place {
  readonly endpoint: URL
  readonly region: string
  readonly bucket: string
  /** Prefix of every key; ends with a slash unless empty. */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
}

export type FilePlace = { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place)

const EXAMPLE = 'must be file:<folder> or s3://key:secret@host/bucket?region=eu-central-1'

/** Storage of documents. Error messages never repeat the value. */
export const filePlace = z.string().transform((value, context): FilePlace => {
  if (value.startsWith('file:') && value.length > 'file:'.length)
    return { kind: 'folder', folder: path.resolve(value.slice('file:'.length).replace(/^\/\/(?=\/)/, '')) }
  const place = s3Of(value)
  if (typeof place === 'object') return place
  context.addIssue(place ?? EXAMPLE)
  return z.NEVER
})

/** Returns the storage, what is missing, or undefined when it is no address of a storage. */
function s3Of(value: string): FilePlace | string | undefined {
  const url = URL.parse(value)
  return url?.protocol === 's3:' && url.hostname && !url.hash ? placeOf(url) : undefined
}

function placeOf(url: URL): FilePlace | string | undefined {
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

function keysOf({ username, password }: URL): Pick<S3Place, 'accessKey' | 'secretKey'> | undefined {
  if (!username || !password) return undefined
  try {
    return { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/** Address of ClamAV's daemon. */
export type ClamdPlace = { readonly host: string; readonly port: number } | { readonly path: string }

/** clamd://host:port, clamd:///folder/socket or off. */
export const clamdPlace = z.string().transform((value, context): ClamdPlace | null => {
  if (value === 'off') return null
  const url = URL.parse(value)
  if (url?.protocol === 'clamd:' && !url.search && !url.hash && !url.username) {
    if (url.hostname && /^\/?$/.test(url.pathname))
      return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port ? Number(url.port) : 3310 }
    if (!url.host && url.pathname.length > 1) return { path: url.pathname }
  }
  context.addIssue('must be clamd://host:port, clamd:///folder/socket or off')
  return z.NEVER
})
