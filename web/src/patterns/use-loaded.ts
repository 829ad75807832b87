import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { failureOf } from './run-action.ts'

/**
 * Loads a part of the page once it is needed; returns null until then. A failure is shown as a toast after
 * `onFailure`, unless the part is no longer needed by then; the next time it is needed it is loaded again.
 */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean, onFailure: () => void): T | null {
  // In an object: React would call a bare component or other function as a state updater.
  const [loaded, setLoaded] = useState<{ part: T } | null>(null)
  const start = useEffectEvent((signal: AbortSignal) => {
    load().then(
      (part) => signal.aborted || setLoaded({ part }),
      async (error: unknown) => {
        if (signal.aborted) return
        const { message, reload } = await failureOf(error)
        if (signal.aborted) return
        onFailure()
        toast.error(message, reload)
      },
    )
  })
  const isMissing = isNeeded && !loaded
  useEffect(() => {
    if (!isMissing) return undefined
    const controller = new AbortController()
    start(controller.signal)
    return () => controller.abort()
  }, [isMissing])
  return loaded && loaded.part
}
