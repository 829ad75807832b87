import type { DataOf, Endpoint, FileParts, RequestOf } from '@portico/contract/kit/endpoint.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { z } from 'zod'
import { mayCall } from '../http/admin-guard.ts'
import { Answer, type FieldIssue, type FileAnswer, Refusal, refuseFields } from '../http/answers.ts'
import type { CallContext } from '../http/caller.ts'
import { decodePart } from '../http/decode-part.ts'
import type { NamedFile } from '../http/handlers.ts'
import { sentences } from '../http/sentences.ts'
import { StartError } from '../start-error.ts'

/** A handler with its endpoint's types erased. */
export type ErasedHandler = (call: never) => unknown

/** The handlers of the calls that files can make, by their endpoints. */
export type HandlersByEndpoint = ReadonlyMap<Endpoint, ErasedHandler>

type Files<E extends Endpoint> = E['files'] extends FileParts
  ? { files?: Readonly<Partial<Record<keyof E['files'], NamedFile>>> }
  : unknown

type DataOfCall<E extends Endpoint> = E['kind'] extends 'file' ? FileAnswer : DataOf<E>

/** Makes calls of the contract in the name of one administrator, without HTTP. */
export interface ConfigurationCalls {
  /** The acting administrator, whose id calls name. */
  readonly uid: number
  /** Returns the data of the answer, or the refusal. @throws StartError where the administrator lacks the page */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E> & Files<E>): Promise<DataOfCall<E> | Refusal>
  /** Checks that the administrator may make a call. @throws StartError where they lack its page */
  demand(endpoint: Endpoint): Promise<void>
  /** Returns all rows of a list that is read page by page. @throws when it is refused */
  listAll<E extends Endpoint>(endpoint: E, request: Omit<RequestOf<E>, 'query'>): Promise<DataOf<E>>
}

/** Rows of a page of a list: the most that one may have. */
const PAGE_SIZE = 60

/** How often a list is read whose rows moved between its pages. */
const LIST_ATTEMPTS = 3

/**
 * Returns calls that check the guard, decode their parts and run the handler as a request would. A fresh sign-in is
 * what the command line of the server stands for.
 */
export function configurationCalls(handlers: HandlersByEndpoint, by: CallContext): ConfigurationCalls {
  const demand = async (endpoint: Endpoint): Promise<void> => {
    const { guard } = endpoint
    if (guard.kind === 'admin' && !(await mayCall(endpoint, by.caller)))
      throw new StartError(
        `--as: ${by.caller.user.userName} lacks the page ${guard.pages.join(' or ')}, which these files need.`,
      )
  }
  const run = async (endpoint: Endpoint, request: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const handler = handlers.get(endpoint)
    if (!handler) throw new Error(`No handler of ${endpoint.name} is at hand`)
    await demand(endpoint)
    const issues: FieldIssue[] = []
    const part = (name: 'params' | 'query' | 'body') => {
      const sent = request[name] ?? (endpoint[name] && name === 'query' ? {} : undefined)
      return decodePart(endpoint[name], endpoint[name] ? encodedPart(endpoint[name], sent, issues) : sent, issues)
    }
    const parts = { params: part('params'), query: part('query'), body: part('body') }
    if (issues.length > 0) return refuseFields('400', sentences.form_several_invalid, issues)
    return handler({ ...parts, ...by, files: request['files'] ?? {} } as never)
  }
  const dataOf = (outcome: unknown) => (outcome instanceof Answer ? (outcome.data as unknown) : outcome)
  const readPages = async (endpoint: Endpoint, request: object): Promise<{ rows: unknown[]; total: number }> => {
    const rows: unknown[] = []
    for (let pageNo = 1; ; pageNo++) {
      const answer = await run(endpoint, { ...request, query: { pageNo, pageSize: PAGE_SIZE } })
      if (answer instanceof Refusal) throw new Error(`${endpoint.name} was refused with ${answer.code}`)
      const page = dataOf(answer) as unknown[]
      rows.push(...page)
      const total = Number(answer instanceof Answer ? answer.headers[TOTAL_HEADER] : rows.length)
      if (page.length < PAGE_SIZE) return { rows, total }
    }
  }
  return {
    uid: by.caller.user.id,
    demand,
    call: async (endpoint, request) =>
      dataOf(await run(endpoint, request as Readonly<Record<string, unknown>>)) as never,
    listAll: async (endpoint, request) => {
      for (let attempt = 1; attempt <= LIST_ATTEMPTS; attempt++) {
        const { rows, total } = await readPages(endpoint, request)
        const distinct = new Set(rows.map((row) => JSON.stringify(row))).size
        if (distinct === total && rows.length === total) return rows as never
      }
      throw new StartError(`The list of ${endpoint.name} changed while it was read. Nothing was applied. Try again.`)
    },
  }
}

/** The part as it would be sent; a value that cannot be sent is decoded as it is, which says what is wrong with it. */
function encodedPart(shape: NonNullable<Endpoint['body']>, value: unknown, issues: FieldIssue[]): unknown {
  if (issues.length > 0) return value
  const encoded = z.safeEncode(shape as z.ZodType, value as never)
  return encoded.success ? encoded.data : value
}
