import { finished, Transform } from 'node:stream'
import { callbackify } from 'node:util'
import type { FileParts } from '@portico/contract/kit/endpoint.ts'
import { type MessageRef, sentences } from './sentences.ts'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuseFields } from './answers.ts'
import type { NamedFile, UploadedFile } from './handlers.ts'
import { noteUploaded } from './upload-memory.ts'

const MB = 1024 * 1024

/** Limits of a multipart body; fields come before the file. Areas set their own limit of the file size. */
export const multipartLimits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: 4096,
  fieldNameSize: 100,
  headerPairs: 50,
  fileSize: 110 * MB,
}

/** Maximum overhead of a body beside its file: boundaries, headers, names. */
const AROUND_FILE = 8 * 1024

/** A multipart body that is none, or more than we take; `statusCode` is how the framework's errors say so too. */
export class BrokenUpload extends Error {
  readonly statusCode: 400 | 413
  constructor(statusCode: 400 | 413, cause?: unknown) {
    super('The upload cannot be read', { cause })
    this.statusCode = statusCode
  }
}

interface Upload {
  /** Repeated fields become lists and fail the shape. */
  fields: Record<string, string | string[]>
  file: UploadedFile
}

/** Reads the fields of a multipart body up to its one file, the last part, whose stream the handler reads. */
export async function readUpload(request: FastifyRequest): Promise<Upload | Refusal> {
  const fields = new Map<string, string | string[]>()
  const parts = request.parts()
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value
      if (part.type === 'file') {
        if (part.fieldname !== 'file') break
        const sentName = (part.filename as string | undefined) ?? ''
        const file = {
          name: baseName(sentName),
          sentName,
          type: part.mimetype,
          stream: wholeFile(part.file, parts),
          expectedBytes: Math.max(0, Number(request.headers['content-length'] ?? 0) - AROUND_FILE),
        }
        return { fields: Object.fromEntries(fields), file }
      }
      addField(fields, part)
    }
  } catch (error) {
    throw asBrokenUpload(error)
  }
  return refuseFile('file', sentences.field_required)
}

/** Reads a form of fields and small files in any order. A file that the endpoint does not name, or one sent twice, is refused. */
export async function readNamedFiles(
  request: FastifyRequest,
  allowed: FileParts,
): Promise<{ fields: Upload['fields']; files: Record<string, NamedFile> } | Refusal> {
  const fields = new Map<string, string | string[]>()
  const files = new Map<string, NamedFile>()
  try {
    for await (const part of request.parts({ limits: limitsFor(allowed) })) {
      if (part.type !== 'file') {
        addField(fields, part)
        continue
      }
      const limit = Object.hasOwn(allowed, part.fieldname) ? allowed[part.fieldname] : undefined
      if (!limit || files.has(part.fieldname)) return refuseFile(part.fieldname, sentences.field_invalid)
      files.set(part.fieldname, {
        name: baseName(part.filename),
        type: part.mimetype,
        bytes: await bytesOf(part.file, limit.maxBytes),
      })
    }
  } catch (error) {
    throw asBrokenUpload(error)
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) }
}

/** One byte more than a file may have shows that it is too large; the rest is not read into memory. */
function limitsFor(allowed: FileParts): typeof multipartLimits {
  const files = Object.keys(allowed).length
  const fileSize = Math.max(...Object.values(allowed).map(({ maxBytes }) => maxBytes)) + 1
  return { ...multipartLimits, files, parts: multipartLimits.fields + files, fileSize }
}

/** Reads the whole part; null where it holds more than `maxBytes`. */
async function bytesOf(part: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of part) {
    noteUploaded((chunk as Buffer).length)
    bytes += (chunk as Buffer).length
    if (bytes <= maxBytes) chunks.push(chunk as Buffer)
    else chunks.length = 0
  }
  return bytes > maxBytes ? null : Buffer.concat(chunks)
}

const baseName = (sent: string | undefined) => (sent ?? '').replace(/^.*[/\\]/s, '')

const refuseFile = (field: string, message: MessageRef) =>
  refuseFields('400', sentences.form_several_invalid, [{ field: field.slice(0, 100), message }])

const asBrokenUpload = (error: unknown): Error =>
  error instanceof Error && 'statusCode' in error ? error : new BrokenUpload(400, error)

interface FieldPart {
  fieldname: string
  value: unknown
  valueTruncated: boolean
  fieldnameTruncated: boolean
}

function addField(fields: Map<string, string | string[]>, part: FieldPart): void {
  if (part.valueTruncated || part.fieldnameTruncated) throw new BrokenUpload(413)
  const before = fields.get(part.fieldname)
  const value = String(part.value)
  fields.set(part.fieldname, before === undefined ? value : [before, value].flat())
}

/**
 * A stream that ends well only if the whole file came and nothing behind it: one that is cut off, too
 * large or followed by another part fails instead.
 */
function wholeFile(part: NodeJS.ReadableStream, parts: AsyncIterator<unknown>): Transform {
  const whole = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      noteUploaded(chunk.length)
      done(null, chunk)
    },
    flush: callbackify(() => endOf(parts)),
  })
  // A later reader gets the error; without a handler until then it would end the process.
  whole.on('error', () => {})
  part.once('limit', () => whole.destroy(new BrokenUpload(413)))
  // Reports an error also when a short body has ended, and the part failed, before its handler attached.
  finished(part, { writable: false }, (error) => error && whole.destroy(new BrokenUpload(400, error)))
  part.pipe(whole)
  return whole
}

async function endOf(parts: AsyncIterator<unknown>): Promise<void> {
  const next = await parts.next().catch((error: unknown) => {
    throw new BrokenUpload(400, error)
  })
  if (!next.done) throw new BrokenUpload(400)
}

/** A line of a megabyte a second sends the largest file that an upload may be in this time. */
const DRAIN_LIMITS = { bytes: 110 * MB, milliseconds: 120_000 }

/**
 * Reads and drops the rest of a body, so that a client that sends all of it before it reads gets the answer.
 * Beyond a limit the connection is closed. Calls `onEnd` once nothing of the body is left to come.
 */
export function drainBody({ raw }: FastifyRequest, onEnd: () => void = () => {}): void {
  if (raw.readableEnded || raw.destroyed) return onEnd()
  finished(raw, { writable: false }, () => onEnd())
  let bytes = 0
  const giveUp = setTimeout(() => raw.destroy(), DRAIN_LIMITS.milliseconds).unref()
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_LIMITS.bytes) raw.destroy()
  })
  raw.once('close', () => clearTimeout(giveUp))
  raw.resume()
}

/** The fields of a form post, each given once; repeated ones stay arrays and fail the shape. */
export function readFormBody(request: FastifyRequest): unknown {
  return request.body ?? {}
}
