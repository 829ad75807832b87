import type { SignOnSystem } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { DryRunBench } from './DryRunBench.tsx'

interface DryRunDrawerProps {
  system: SignOnSystem
  /** What was typed before it appeared. */
  typed: string
  onClose: () => void
}

/** What the application of a system would get of a user. */
export function DryRunDrawer({ system, typed, onClose }: DryRunDrawerProps) {
  const t = useTexts(signOnSettingPageTexts)
  return (
    <DetailDrawer title={formatMessage(t.sso_dry_run_title, { name: system.systemNm })} onClose={onClose}>
      <DryRunBench systemId={system.systemId} typed={typed} />
    </DetailDrawer>
  )
}
