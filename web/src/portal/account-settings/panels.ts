import type { ComponentType } from 'react'
import type { Session } from '../../api/session.ts'
import { CompanyPanel } from './CompanyPanel.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { SecurityQuestionPanel } from './SecurityQuestionPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { SignInsPanel } from './SignInsPanel.tsx'
import { SortPanel } from './SortPanel.tsx'
import { UserInfoPanel } from './UserInfoPanel.tsx'

interface SettingsPanel {
  name: string
  /** Whether the panel applies to this user. */
  isFor: (session: Session) => boolean
  Panel: ComponentType
}

/** The panels of the account settings in order; each has a file of its own. */
export const panels: readonly SettingsPanel[] = [
  { name: 'user-info', isFor: () => true, Panel: UserInfoPanel },
  { name: 'company-info', isFor: () => true, Panel: CompanyPanel },
  { name: 'notifications', isFor: () => true, Panel: NotificationPanel },
  { name: 'sort', isFor: () => true, Panel: SortPanel },
  { name: 'security', isFor: () => true, Panel: SecurityPanel },
  {
    name: 'security-info',
    isFor: ({ isDirectoryUser, isFederatedUser }) => !isDirectoryUser && !isFederatedUser,
    Panel: SecurityQuestionPanel,
  },
  { name: 'second-factor', isFor: ({ isEmulated }) => !isEmulated, Panel: SecondFactorPanel },
  { name: 'sessions', isFor: ({ isEmulated }) => !isEmulated, Panel: SessionsPanel },
  { name: 'sign-ins', isFor: ({ isEmulated }) => !isEmulated, Panel: SignInsPanel },
]
