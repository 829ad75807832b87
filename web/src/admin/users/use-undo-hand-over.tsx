import { type ReactNode, useState } from 'react'
import type { PlannedHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const UndoHandOverDialog = lazyDialog(async () => (await import('./UndoHandOverDialog.tsx')).UndoHandOverDialog)

/**
 * What asks whether a planned hand-over is to be undone; and the dialog, which stands apart from the plan because it says
 * its result after the plan is gone.
 */
export function useUndoHandOver(): { ask: (plan: PlannedHandOver) => void; dialog: ReactNode } {
  const [plan, setPlan] = useState<PlannedHandOver | null>(null)
  return { ask: setPlan, dialog: plan && <UndoHandOverDialog plan={plan} onClose={() => setPlan(null)} /> }
}
