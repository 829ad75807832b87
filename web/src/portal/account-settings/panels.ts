import type { ComponentType } from 'react'
import type { Session } from '../../api/session.ts'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SignInsPanel } from './SignInsPanel.tsx'

interface SettingsPanel {
  name: string
  /** Whether the panel has anything to say to this person. */
  isFor: (session: Session) => boolean
  Panel: ComponentType
}

/** The panels of the account settings, in their order; each has a file of its own. */
export const panels: readonly SettingsPanel[] = [
  { name: 'security', isFor: () => true, Panel: SecurityPanel },
  { name: 'second-factor', isFor: ({ isEmulated }) => !isEmulated, Panel: SecondFactorPanel },
  { name: 'sessions', isFor: ({ isEmulated }) => !isEmulated, Panel: SessionsPanel },
  { name: 'sign-ins', isFor: ({ isEmulated }) => !isEmulated, Panel: SignInsPanel },
]
