import type { MessageRef } from '../../http/sentences.ts'
import { sentences } from '../../http/sentences.ts'

/** Uploads at a time on one node: an employer's own slow uploads close the import to nobody else. */
const OF_USER = 1
const OF_EMPLOYER = 2

interface Uploader {
  readonly id: number
  readonly clientId: number
}

const uploading = new Set<Uploader>()

const countOf = (isCounted: (one: Uploader) => boolean) => [...uploading].filter(isCounted).length

/** Takes a place for an upload and returns what gives it back, or why there is none. */
export function takeUploadPlace({ id, clientId }: Uploader): (() => void) | MessageRef {
  if (countOf((one) => one.id === id) >= OF_USER) return sentences.import_busy_own
  if (countOf((one) => one.clientId === clientId) >= OF_EMPLOYER) return sentences.import_busy
  const place = { id, clientId }
  uploading.add(place)
  return () => void uploading.delete(place)
}
