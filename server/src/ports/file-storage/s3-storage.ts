import { Readable } from 'node:stream'
import type * as Commands from '@aws-sdk/client-s3'
import type { S3Place } from '../../config/file-settings.ts'
import { FileMissing, type FileStorage, StorageUnavailable, StorageFull } from './file-storage.ts'

/** The smallest part that S3 accepts: memory use of one upload. */
const PART_SIZE = 5 * 1024 * 1024

interface S3 {
  client: Commands.S3Client
  commands: typeof Commands
}

/**
 * Objects of an S3-compatible storage. An object is there as a whole or not at all.
 * @param readsRemoved also opens what was removed, where the bucket keeps versions
 */
export function s3Storage(place: S3Place, { readsRemoved = false } = {}): FileStorage {
  let opened: Promise<S3> | undefined
  // The library is loaded with the first file.
  const open = () => (opened ??= openClient(place))
  const at = (key: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${key}` })
  return {
    put: async (key, bytes) => {
      const { client } = await open()
      const { Upload } = await import('@aws-sdk/lib-storage')
      // When the bytes fail, that error is thrown instead of the library's.
      const failed: { cause?: unknown } = {}
      const body = Readable.from(
        (async function* () {
          try {
            yield* bytes
          } catch (error) {
            failed.cause = error
            throw error
          }
        })(),
      )
      const upload = new Upload({ client, params: { ...at(key), Body: body }, queueSize: 1, partSize: PART_SIZE })
      try {
        await upload.done()
      } catch (error) {
        if (failed.cause instanceof Error) throw failed.cause
        throw asStorageError(error)
      }
    },
    open: async (key, range) => {
      const s3 = await open()
      const wanted = { ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
      try {
        return await read(s3, wanted)
      } catch (error) {
        const failure = asStorageError(error)
        const removed = readsRemoved && failure instanceof FileMissing ? await lastVersion(s3, at(key)) : undefined
        if (removed === undefined) throw failure
        return await read(s3, { ...wanted, VersionId: removed }).catch((late: unknown) => {
          throw asStorageError(late)
        })
      }
    },
    remove: async (key) => {
      const { client, commands } = await open()
      try {
        await client.send(new commands.DeleteObjectCommand(at(key)))
      } catch (error) {
        throw asStorageError(error)
      }
    },
    close: () => void opened?.then(({ client }) => client.destroy()),
  }
}

async function read({ client, commands }: S3, wanted: Commands.GetObjectCommandInput): Promise<Readable> {
  const { Body } = await client.send(new commands.GetObjectCommand(wanted))
  if (!(Body instanceof Readable)) throw new Error('the storage answered without a body')
  return Body
}

/** Answers of a storage without versions, or whose versions this key may not list. */
const NO_VERSIONS = [400, 403, 404, 405, 501]

/** The last version of an object that was removed; undefined: the bucket keeps none. A file is written once. */
async function lastVersion({ client, commands }: S3, { Bucket, Key }: { Bucket: string; Key: string }) {
  try {
    const { Versions = [] } = await client.send(new commands.ListObjectVersionsCommand({ Bucket, Prefix: Key }))
    return Versions.find((version) => version.Key === Key)?.VersionId
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if (NO_VERSIONS.includes($metadata?.httpStatusCode ?? 0)) return undefined
    throw asStorageError(error)
  }
}

async function openClient({ endpoint, region, accessKey, secretKey }: S3Place): Promise<S3> {
  const commands = await import('@aws-sdk/client-s3')
  const client = new commands.S3Client({
    endpoint: endpoint.href,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    // Several servers store the default's trailer as a part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, commands }
}

function asStorageError(error: unknown): Error {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey') return new FileMissing(name, { cause: error })
  return $metadata?.httpStatusCode === 507
    ? new StorageFull(name, { cause: error })
    : new StorageUnavailable(name, { cause: error })
}
