import type { ComponentType } from 'react'
import { accountSettingsTexts } from '@portico/contract/account/account-settings-texts.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { ownExportTexts } from '@portico/contract/person-export/own-export-texts.ts'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { sessionTexts } from '@portico/contract/session/session-texts.ts'
import type { Session } from '../../api/stored-session.ts'
import { useTexts } from '../../api/texts.ts'
import { CompanyPanel } from './CompanyPanel.tsx'
import { LanguagePanel } from './LanguagePanel.tsx'
import { NotificationPanel } from './NotificationPanel.tsx'
import { OwnDataPanel } from './OwnDataPanel.tsx'
import { SecondFactorPanel, useSecondFactorTitle } from './SecondFactorPanel.tsx'
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
  /** A hook: its title in the index; null while the panel is not displayed. */
  useTitle: () => string | null
  Panel: ComponentType
}

/** The panels of the account settings in order; each has a file of its own. */
export const panels: readonly SettingsPanel[] = [
  {
    name: 'user-info',
    isFor: () => true,
    useTitle: () => useTexts(accountTexts).user_info_title,
    Panel: UserInfoPanel,
  },
  {
    name: 'company-info',
    isFor: () => true,
    useTitle: () => useTexts(accountTexts).company_title,
    Panel: CompanyPanel,
  },
  {
    name: 'notifications',
    isFor: () => true,
    useTitle: () => useTexts(accountTexts).notifications_title,
    Panel: NotificationPanel,
  },
  {
    name: 'language',
    isFor: ({ isEmulated }) => !isEmulated,
    useTitle: () => useTexts(languageTexts).language_panel_title,
    Panel: LanguagePanel,
  },
  { name: 'sort', isFor: () => true, useTitle: () => useTexts(accountTexts).sort_panel_title, Panel: SortPanel },
  {
    name: 'security',
    isFor: () => true,
    useTitle: () => useTexts(accountSettingsTexts).security_title,
    Panel: SecurityPanel,
  },
  {
    name: 'security-info',
    isFor: ({ isDirectoryUser, isFederatedUser, isEmulated }) => !isDirectoryUser && !isFederatedUser && !isEmulated,
    useTitle: () => useTexts(accountTexts).security_panel_title,
    Panel: SecurityQuestionPanel,
  },
  {
    name: 'second-factor',
    isFor: ({ isEmulated }) => !isEmulated,
    useTitle: useSecondFactorTitle,
    Panel: SecondFactorPanel,
  },
  {
    name: 'sessions',
    isFor: ({ isEmulated }) => !isEmulated,
    useTitle: () => useTexts(sessionTexts).sessions_title,
    Panel: SessionsPanel,
  },
  {
    name: 'sign-ins',
    isFor: ({ isEmulated }) => !isEmulated,
    useTitle: () => useTexts(sessionTexts).sign_ins_title,
    Panel: SignInsPanel,
  },
  {
    name: 'own-data',
    isFor: ({ isEmulated }) => !isEmulated,
    useTitle: () => useTexts(ownExportTexts).own_export_title,
    Panel: OwnDataPanel,
  },
]
