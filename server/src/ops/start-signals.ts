import type { StoppableProcess } from './graceful-stop.ts'

/** Thrown by a start that a signal has ended. */
export class StartStopped extends Error {}

/** A part of the running portal, closed in the reverse order of opening. */
export interface Part {
  readonly name: string
  close(): PromiseLike<unknown>
}

/** The parts that a start has opened so far. The first SIGTERM or SIGINT ends the start at its next part. */
export interface StartingParts {
  readonly opened: readonly Part[]
  /** Aborted by the signal, with StartStopped. */
  readonly stopped: AbortSignal
  /** Adds an opened part. @throws StartStopped after a signal */
  add(name: string, close: () => PromiseLike<unknown>): void
  /** Leaves signals to the graceful stop. @throws StartStopped after a signal */
  handOver(): void
  closeAll(): Promise<void>
}

/**
 * Listens for signals until the start is over. Without a listener a signal would end the process at once
 * and leave the embedded database running. A second signal still ends the process at once.
 */
export function watchStart(host: StoppableProcess = process): StartingParts {
  const opened: Part[] = []
  const stopping = new AbortController()
  const { signal: stopped } = stopping
  const onSignal = (code: number) => () => {
    if (stopped.aborted) host.exit(code)
    stopping.abort(new StartStopped('A signal ended the start.'))
  }
  const listeners = { SIGTERM: onSignal(143), SIGINT: onSignal(130) }
  for (const [event, listener] of Object.entries(listeners)) host.on(event, listener)
  const uninstall = () => {
    for (const [event, listener] of Object.entries(listeners)) host.off(event, listener)
  }
  return {
    opened,
    stopped,
    add: (name, close) => {
      opened.push({ name, close })
      stopped.throwIfAborted()
    },
    handOver: () => {
      stopped.throwIfAborted()
      uninstall()
    },
    closeAll: async () => {
      for (const part of opened.toReversed()) await part.close()
      uninstall()
    },
  }
}
