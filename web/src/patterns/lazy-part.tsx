import { type ComponentType, useEffect, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { type Failure, failureOf } from './run-action.ts'

/** What stands in the place of a part that could not be loaded. */
export interface MissingPart {
  failure: Failure
  onRetry: () => void
}

interface LazyPartOptions<Props> {
  /** Shown while the part loads; nothing by default. */
  Loading?: ComponentType<Props>
  /** Shown where it could not be loaded; a message with another try by default. */
  Missing?: ComponentType<Props & MissingPart>
}

/**
 * A part of a page that is loaded when it is first shown. Where that fails, the page around it stays, the user is told
 * and can try again. `preload` loads it ahead of time; its failures are left to the first time it is shown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Loading, Missing = MissingMessage }: LazyPartOptions<Props> = {},
) {
  let loaded: { Part: ComponentType<Props> } | null = null
  const loadOnce = async () => {
    loaded ??= { Part: await load() }
    return loaded
  }
  function LazyPart(props: Props) {
    const { part, failure, retry } = useLazyPart(loaded, loadOnce)
    if (part) return <part.Part {...props} />
    if (failure) return <Missing {...props} failure={failure} onRetry={retry} />
    return Loading ? <Loading {...props} /> : null
  }
  return Object.assign(LazyPart, { preload: () => void loadOnce().catch(() => undefined) })
}

function useLazyPart<Loaded>(known: Loaded | null, loadOnce: () => Promise<Loaded>) {
  const [part, setPart] = useState(known)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isNeeded = part === null && failure === null
  useEffect(() => {
    if (!isNeeded) return undefined
    const controller = new AbortController()
    const { signal } = controller
    loadOnce().then(
      (loaded) => signal.aborted || setPart(loaded),
      async (error: unknown) => {
        if (signal.aborted) return
        const reason = await failureOf(error)
        if (!signal.aborted) setFailure(reason)
      },
    )
    return () => controller.abort()
  }, [isNeeded, loadOnce])
  return { part, failure, retry: () => setFailure(null) }
}

const MissingMessage = ({ failure: { message, reload }, onRetry }: MissingPart) => (
  <LoadFailure message={message} onRetry={reload?.run ?? onRetry} />
)

/** A dialog that is loaded when it opens. Where that fails it closes with a message, and opening it tries again. */
export const lazyDialog = <Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, { Missing: MissingDialog })

function MissingDialog({ failure: { message, reload }, onClose }: MissingPart & { onClose: () => void }) {
  useEffect(() => {
    toast.error(message, reload)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: then the parent removes the dialog
  }, [])
  return null
}
