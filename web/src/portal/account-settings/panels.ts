import type { ComponentType } from 'react'
import type { Session } from '../../api/session.ts'
import { SecurityPanel } from './SecurityPanel.tsx'

interface SettingsPanel {
  name: string
  /** Whether the panel has anything to say to this person. */
  isFor: (session: Session) => boolean
  Panel: ComponentType
}

/** The panels of the account settings, in their order; each has a file of its own. */
export const panels: readonly SettingsPanel[] = [{ name: 'security', isFor: () => true, Panel: SecurityPanel }]
