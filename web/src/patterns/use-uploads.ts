import { useRef, useState } from 'react'
import { messageOfFailure } from './run-action.ts'

/** What stands in the way of an upload: something of that name exists, and may be replaced. */
export interface Taken<Existing> {
  existing: Existing
  message: string
}

export type UploadState<Existing> =
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'done' }
  | { at: 'canceled' }
  | { at: 'failed'; message: string }
  | ({ at: 'exists' } & Taken<Existing>)

export interface UploadItem<Existing> {
  id: number
  file: File
  state: UploadState<Existing>
}

interface Progress {
  signal: AbortSignal
  /** Called with the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Where uploaded files go. */
export interface UploadTarget<Existing> {
  /** Checks a file by the server's rules before the upload; returns the error message, or null. */
  check: (file: File) => string | null
  /** Sends a file; resolves with what has its name already, or null. Rejects with why it failed. */
  send: (file: File, progress: Progress) => Promise<Taken<Existing> | null>
}

export const isUploadUnderWay = ({ state: { at } }: UploadItem<unknown>) => at === 'waiting' || at === 'sending'

/** Uploads files one after another, so that each has the whole bandwidth; every one can be canceled. */
export function useUploads<Existing>(
  target: UploadTarget<Existing>,
  onSettled: (items: readonly UploadItem<Existing>[]) => void,
) {
  type Item = UploadItem<Existing>
  const [items, setItems] = useState<readonly Item[]>([])
  const all = useRef<readonly Item[]>([])
  const running = useRef(false)
  const cancels = useRef(new Map<number, AbortController>())
  const change = (next: readonly Item[]) => {
    all.current = next
    setItems(next)
  }
  const put = (id: number, state: UploadState<Existing>) =>
    change(all.current.map((item) => (item.id === id ? { ...item, state } : item)))
  const send = async ({ id, file }: Item) => {
    const cancel = new AbortController()
    cancels.current.set(id, cancel)
    put(id, { at: 'sending', share: 0 })
    const onProgress = (share: number) => put(id, { at: 'sending', share })
    put(id, await outcomeOf(target, file, { signal: cancel.signal, onProgress }))
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
    const added = files.map((file, index): Item => {
      const message = target.check(file)
      return { id: first + index, file, state: message === null ? { at: 'waiting' } : { at: 'failed', message } }
    })
    change([...all.current, ...added])
    void run()
  }
  const cancel = (id: number) => {
    const running = cancels.current.get(id)
    if (running) running.abort()
    else put(id, { at: 'canceled' })
  }
  const cancelAll = () => {
    change(all.current.map((item) => (item.state.at === 'waiting' ? { ...item, state: { at: 'canceled' } } : item)))
    for (const each of cancels.current.values()) each.abort()
  }
  return { items, add, cancel, cancelAll }
}

const firstWaiting = <Existing>(items: readonly UploadItem<Existing>[]) =>
  items.find(({ state }) => state.at === 'waiting')

async function outcomeOf<Existing>(
  { send }: UploadTarget<Existing>,
  file: File,
  progress: Progress,
): Promise<UploadState<Existing>> {
  try {
    const taken = await send(file, progress)
    return taken ? { at: 'exists', ...taken } : { at: 'done' }
  } catch (error) {
    if (progress.signal.aborted) return { at: 'canceled' }
    return { at: 'failed', message: messageOfFailure(error) }
  }
}
