import type { RequestState } from '@portico/contract/contact/contact.ts'
import { contactTexts } from '@portico/contract/contact/contact-texts.ts'
import { useTexts } from '../api/texts.ts'
import { StatusDot } from '../ui/StatusDot.tsx'

const tones = {
  received: 'neutral',
  'in-review': 'info',
  planned: 'info',
  done: 'success',
  declined: 'neutral',
} as const satisfies Record<RequestState, unknown>

/** The names of the states of enhancement requests, in their order. */
export function useRequestStates(): Readonly<Record<RequestState, string>> {
  const t = useTexts(contactTexts)
  return {
    received: t.request_state_received,
    'in-review': t.request_state_in_review,
    planned: t.request_state_planned,
    done: t.request_state_done,
    declined: t.request_state_declined,
  }
}

/** The state of an enhancement request. */
export function RequestStateDot({ state }: { state: RequestState }) {
  const states = useRequestStates()
  return <StatusDot tone={tones[state]}>{states[state]}</StatusDot>
}
