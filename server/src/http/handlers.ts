import type { EndpointsOf } from '@portico/contract/areas.ts'
import type { Endpoint, Shape } from '@portico/contract/kit/endpoint.ts'
import type { PublicGuard } from '@portico/contract/kit/guard.ts'
import type { z } from 'zod'
import type { Outcome } from './answers.ts'
import type { Caller, RequestContext } from './caller.ts'

type Parsed<S> = S extends Shape ? z.output<S> : undefined

/** A file part of a multipart body, streamed. */
export interface UploadedFile {
  /** Without whatever path was sent along. */
  name: string
  /** As it was sent. */
  sentName: string
  type: string
  stream: NodeJS.ReadableStream
  /** Minimum size of the file if the announced body length is true; 0 without one. */
  expectedBytes: number
}

/** A small file of a form with several; null where it was larger than its endpoint allows. */
export interface NamedFile {
  /** Without whatever path was sent along. */
  name: string
  type: string
  bytes: Buffer | null
}

/** Arguments of a handler: decoded parts, the caller, the request context. */
export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  caller: E['guard'] extends PublicGuard ? null : Caller
  request: RequestContext
} & (E['kind'] extends 'upload' ? { file: UploadedFile } : unknown) &
  (E['kind'] extends 'form-files' ? { files: Readonly<Partial<Record<keyof E['files'], NamedFile>>> } : unknown)

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<E>> | Outcome<E>

/** One handler for each endpoint of an area module: a missing, extra or misnamed one does not compile. */
export type Handlers<Module> = {
  readonly [Name in keyof EndpointsOf<Module>]: Handler<Extract<EndpointsOf<Module>[Name], Endpoint>>
}
