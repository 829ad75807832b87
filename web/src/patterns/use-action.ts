import { useRef, useState } from 'react'
import type { RequestOf, Endpoint } from '@portico/contract/kit/endpoint.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { type Answer, ApiError, request, type Input } from '../api/call.ts'
import type { NamedCall } from '../api/query.ts'
import { texts, useTexts } from '../api/texts.ts'
import type { Outcome } from '../ui/outcome.ts'
import { toast, type ToastAction } from '../ui/toast.ts'
import { runAction } from './run-action.ts'
import { unexpectedFailureAs } from './unexpected-failure.ts'

export interface ActionOptions<E extends Endpoint> {
  /** Calls whose answers the action may have changed. */
  invalidate?: readonly NamedCall[]
  /** The success message; the server's own message by default. */
  success?: string | ((answer: Answer<E>, input: RequestOf<E>) => string)
  /** The message of failures that the server does not explain; its own by default. */
  failed?: string | undefined
  /** The message where the server could not be reached; the general one by default. */
  noAnswer?: string | undefined
  /** Why an answer with the code '200' says that nothing was done; undefined where it was. */
  refusal?: (answer: Answer<E>) => string | undefined
  /** Undoes the action and resolves with a message. Offered beside the success. */
  undo?: (answer: Answer<E>, input: RequestOf<E>) => Promise<string>
}

export interface Action<E extends Endpoint> {
  isPending: boolean
  /** True while the action is in progress for this input: rows compare their own. */
  isPendingFor: (matches: (input: RequestOf<E>) => boolean) => boolean
  /** Runs the action and shows its result in a toast. */
  run: (...input: Input<E>) => Promise<boolean>
  /** Runs the action for a dialog, which shows the result itself. */
  submit: (...input: Input<E>) => Promise<Outcome>
}

/** One call that changes data: pending state, result message, invalidation, and undo. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> {
  const { list_undo: undoLabel } = useTexts(listTexts)
  const [pending, setPending] = useState<readonly RequestOf<E>[]>([])
  const undoOf = useRef<(() => void) | null>(null)

  const act = async (...given: Input<E>): Promise<Outcome> => {
    const input = (given[0] ?? {}) as RequestOf<E>
    setPending((before) => [...before, input])
    undoOf.current = null
    try {
      return await runAction(
        async () => {
          const answer = await request(endpoint, ...given).catch(unexpectedFailureAs(options.failed))
          const { code, message } = answer as { code: string; message: string }
          // Codes beside '200' explain why it was not done.
          if (code !== '200') throw new ApiError(message, { code, status: 200 })
          const { success, undo, invalidate = [], refusal } = options
          const refused = refusal?.(answer)
          if (refused !== undefined) throw new ApiError(refused, { code, status: 200 })
          if (undo) undoOf.current = () => void takeBack(() => undo(answer, input), invalidate)
          return typeof success === 'function' ? success(answer, input) : (success ?? message)
        },
        options.invalidate,
        options.noAnswer,
      )
    } finally {
      setPending((before) => before.filter((one) => one !== input))
    }
  }
  const announceUndo = (message: string) => {
    const run = undoOf.current
    if (run) toast.success(message, { label: undoLabel, run })
    else toast.success(message)
  }
  return {
    isPending: pending.length > 0,
    isPendingFor: (matches) => pending.some(matches),
    run: async (...given) => {
      const { ok, message } = await act(...given)
      if (ok) announceUndo(message)
      else toast.error(message)
      return ok
    },
    submit: async (...given) => {
      const outcome = await act(...given)
      // The dialog shows the result; undo must outlive the dialog.
      if (outcome.ok && undoOf.current) announceUndo(outcome.message)
      return outcome
    },
  }
}

/** Shows a success that can be taken back; `undo` resolves with a message. `more` leads to more about it. */
export function offerUndo(
  message: string,
  undo: () => Promise<string>,
  invalidated: readonly NamedCall[],
  more?: ToastAction,
): void {
  toast.success(message, { label: texts(listTexts).list_undo, run: () => void takeBack(undo, invalidated) }, more)
}

async function takeBack(undo: () => Promise<string>, invalidated: readonly NamedCall[]) {
  const { ok, message } = await runAction(undo, invalidated)
  if (ok) toast.success(message)
  else toast.error(message)
}
