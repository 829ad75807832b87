import {
  announcementAudiences,
  announcementKinds,
  announcementStatuses,
  type AnnouncementValueType,
  announcementValueTypes,
} from '@portico/contract/announcements/announcement-admin.ts'
import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { pageAt } from '../../src/patterns/Combobox.tsx'
import { answerOthers, envelope, matches, type RecordedRequest } from '../answer.ts'
import { few, hasEnvelope, type Listed, offered, sampleData, sampleNumber } from './sample-data.ts'

/** The call of a path that has several is the one with the fewest parameters: `/users/me` before `/users/{userId}`. */
const endpoints = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .toSorted((one, other) => paramsOf(one) - paramsOf(other))

function paramsOf({ path }: Endpoint): number {
  return path.split('{').length
}

const samples = new Map<string, unknown>()

function sampleOf(endpoint: Endpoint, { mayAll, isOther = false }: AnyCallOptions, listed: Listed): unknown {
  const key = `${endpoint.name} ${mayAll} ${isOther} ${listed.from} ${listed.count}`
  if (!samples.has(key)) samples.set(key, sampleData(endpoint, mayAll, listed, isOther))
  return samples.get(key)
}

/** A search offers whole pages, so that its next one is the second. */
const { pageSize: OFFERED } = pageAt(0)

function listedFor({ search, body }: RecordedRequest): Listed {
  const fields = { ...(body as object), ...Object.fromEntries(new URLSearchParams(search)) } as Record<string, unknown>
  return Number(fields['pageSize']) === OFFERED ? offered(Number(fields['pageNo']), OFFERED) : few
}

/** The fields of a body, by their places: `user.firstNm`. */
function fieldsOf(body: unknown, place = ''): string[] {
  if (typeof body !== 'object' || body === null) return place === '' ? [] : [place]
  return Object.entries(body).flatMap(([name, value]) => fieldsOf(value, place === '' ? name : `${place}.${name}`))
}

/** True for the calls by which a page reports an error that it did not expect. */
const isReport = (name: string) => name === 'logForUser' || name === 'logAnonymously'

const messageOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''

/** One request as a line: the call, the values of its path, its query and its body. */
function lineOf({ name, method, path: pattern }: Endpoint, { path, search, body }: RecordedRequest): string {
  // Its stack names the files of this machine.
  if (isReport(name)) return `${method} ${name} ${messageOf(body)}`
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  const values = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1) ?? []
  const params = names.map((param, at) => `${param}=${values[at]}`)
  const query = [...new URLSearchParams(search)].map(([key, value]) => `${key}=${value}`).toSorted()
  const line = [method, name, ...params, ...query, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' ')
  // A token that the page makes is another one each time.
  return line.replaceAll(/\b[0-9a-f]{32}\b/g, 'TOKEN')
}

/** One request. */
export interface Asked {
  line: string
  endpoint: Endpoint
}

/** The server of a tour: it answers every call by a sample, and knows what it was asked. */
export interface AnyCall {
  /** What was asked since this was last called. */
  taken: () => Asked[]
  /** Whether writes are refused, with a message for each of their fields. */
  refuseWrites: (refuses: boolean) => void
  /** What went wrong until now: requests that no call of the contract has, and errors that pages reported. */
  faults: readonly string[]
}

/** What the frame around every page asks for, which has tests of its own. */
export const isOfFrame = ({ name }: Endpoint): boolean =>
  /^(?:getBranding(?:Color|HomeBackground|Logo)|getDefaultBranding|getPrimaryButtonColor|getManifest|hasDocuments|listAnnouncements|noteRecentVisit)$/.test(
    name,
  )

/** False also for reads that are no GET: their bodies have what is looked for. */
export const isWrite = ({ method, name }: Endpoint): boolean =>
  method !== 'GET' && !/^(list|get|search|preview|plan|check|measure|propose|export|download|note|record)/.test(name)

interface AnyCallOptions {
  mayAll: boolean
  /** Records have other flags and words, see `sampleData`. */
  isOther?: boolean
  /** A page may be there to report something. */
  mayReport?: boolean
  /** What calls answer in place of their samples, by their names, in wire form. */
  given?: Readonly<Record<string, unknown>>
}

/** The lists of values of announcements, and the field of an announcement that has one of each. */
const announcementValues: Readonly<Record<AnnouncementValueType, readonly [field: string, codes: readonly string[]]>> =
  {
    SYSTEM_ANNC_TYPE: ['type', announcementKinds],
    SYSTEM_ANNC_STATUS: ['anncStatus', announcementStatuses],
    SYSTEM_ANNC_USER_TYPE: ['userType', announcementAudiences],
  }

/** What depends on the path of the request; undefined for the other calls. */
function answerTo({ name }: Endpoint, { path }: RecordedRequest): unknown {
  const type = announcementValueTypes.find((one) => path.endsWith(`/${one}`))
  if (name !== 'listAnnouncementValues' || type === undefined) return undefined
  const [field, codes] = announcementValues[type]
  return codes.map((valueCd, at) => ({ clsVldValId: sampleNumber(field, at + 1), valueMediumNm: valueCd, valueCd }))
}

/** Who signs in gets it, and sends it with every write. */
const TOKEN = { 'x-csrf-token': 'the-csrf-token' }

/** Answers every call that a test has not answered; see `sampleData`. */
export function answerAnyCall(options: AnyCallOptions): AnyCall {
  const { mayReport = false, given = {} } = options
  const faults: string[] = []
  let asked: Asked[] = []
  let refuses = false
  answerOthers((request) => {
    const endpoint = endpoints.find((one) => one.method === request.method && matches(one, request.path))
    if (!endpoint) {
      faults.push(`nothing answers ${request.method} ${request.path}`)
      return undefined
    }
    const line = lineOf(endpoint, request)
    asked.push({ line, endpoint })
    if (isReport(endpoint.name) && !mayReport) faults.push(line)
    const refused = refuses && isWrite(endpoint)
    return [
      endpoint,
      () => {
        if (refused) {
          const issues = fieldsOf(request.body).map((field) => ({ field, message: `${field} is refused` }))
          return envelope({ code: '422', data: issues, message: `${endpoint.name} is refused` }, { status: 422 })
        }
        if (!hasEnvelope(endpoint))
          return new Response('file', { headers: { 'content-disposition': 'attachment; filename="file"' } })
        const listed = listedFor(request)
        const data = given[endpoint.name] ?? answerTo(endpoint, request) ?? sampleOf(endpoint, options, listed)
        const message = endpoint.method === 'GET' ? '' : `${endpoint.name} is done`
        return envelope({ code: '200', data, message }, { headers: { ...TOKEN, [TOTAL_HEADER]: String(listed.total) } })
      },
    ]
  })
  return {
    taken: () => {
      const before = asked
      asked = []
      return before
    },
    refuseWrites: (next) => {
      refuses = next
    },
    faults,
  }
}
