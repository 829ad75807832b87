import { useRef, useState } from 'react'
import { nameProblem } from '@portico/contract/document-rules.ts'
import { overwriteDocument, uploadDocument, type UserDocument } from '@portico/contract/documents.ts'
import { documentTexts } from '@portico/contract/texts/document-texts.ts'
import { ApiError } from '../../api/call.ts'
import { upload } from '../../api/files.ts'
import { texts } from '../../api/texts.ts'

export type UploadState =
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'done' }
  | { at: 'cancelled' }
  | { at: 'failed'; message: string }
  /** A document of that name exists and may be overwritten. */
  | { at: 'exists'; document: UserDocument }

export interface UploadItem {
  id: number
  file: File
  state: UploadState
}

export const isUnderWay = ({ state: { at } }: UploadItem) => at === 'waiting' || at === 'sending'

const problems = {
  blank: 'document_blank',
  signs: 'document_name_refused',
  length: 'document_name_length',
  type: 'document_type_refused',
} as const

/** Checks a file by the server's rules before the upload; returns the error message, or null. */
function problemOf({ name, size }: File, freeBytes: number): string | null {
  const t = texts(documentTexts)
  const problem = nameProblem(name)
  if (problem) return t[problems[problem]]
  return size > freeBytes ? t.document_exceeds_space : null
}

/** Uploads files one after another, so that each has the whole bandwidth; every one can be cancelled. */
export function useUploads(freeBytes: number, onSettled: (items: readonly UploadItem[]) => void) {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const all = useRef<readonly UploadItem[]>([])
  const running = useRef(false)
  const cancels = useRef(new Map<number, AbortController>())
  const change = (next: readonly UploadItem[]) => {
    all.current = next
    setItems(next)
  }
  const put = (id: number, state: UploadState) =>
    change(all.current.map((item) => (item.id === id ? { ...item, state } : item)))
  const send = async ({ id, file }: UploadItem) => {
    const cancel = new AbortController()
    cancels.current.set(id, cancel)
    put(id, { at: 'sending', share: 0 })
    put(id, await outcomeOf(file, cancel.signal, (share) => put(id, { at: 'sending', share })))
  }
  const run = async () => {
    if (running.current) return
    running.current = true
    for (let next = firstWaiting(all.current); next; next = firstWaiting(all.current)) await send(next)
    running.current = false
    onSettled(all.current)
  }
  const add = (files: readonly File[]) => {
    const first = all.current.length
    const added = files.map((file, index): UploadItem => {
      const message = problemOf(file, freeBytes)
      return { id: first + index, file, state: message === null ? { at: 'waiting' } : { at: 'failed', message } }
    })
    change([...all.current, ...added])
    void run()
  }
  const cancel = (id: number) => {
    const running = cancels.current.get(id)
    if (running) running.abort()
    else put(id, { at: 'cancelled' })
  }
  const cancelAll = () => {
    change(all.current.map((item) => (item.state.at === 'waiting' ? { ...item, state: { at: 'cancelled' } } : item)))
    for (const each of cancels.current.values()) each.abort()
  }
  return { items, add, cancel, cancelAll }
}

const firstWaiting = (items: readonly UploadItem[]) => items.find(({ state }) => state.at === 'waiting')

async function outcomeOf(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<UploadState> {
  try {
    const reply = await upload(uploadDocument, { file, onProgress, signal })
    return reply.code === '200' ? { at: 'done' } : { at: 'exists', document: reply.data }
  } catch (error) {
    if (signal.aborted) return { at: 'cancelled' }
    if (error instanceof ApiError) return { at: 'failed', message: error.message }
    throw error
  }
}

/** Uploads a new version of a document; resolves with the error message, if any. */
export async function overwrite(documentId: number, file: File): Promise<string | null> {
  try {
    const fields = { documentId: String(documentId) }
    await upload(overwriteDocument, { file, fields, onProgress: () => undefined, signal: new AbortController().signal })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
