import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { useTexts } from '../../../api/texts.ts'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'

const modes = ['light', 'dark'] as const
export type PreviewMode = (typeof modes)[number]

interface PreviewModeControlProps {
  mode: PreviewMode
  onChange: (mode: PreviewMode) => void
}

/** The choice whether a preview is light or dark. */
export function PreviewModeControl({ mode, onChange }: PreviewModeControlProps) {
  const t = useTexts(brandingPageTexts)
  return (
    <SegmentedControl
      label={t.brand_preview_mode}
      options={modes.map((value) => ({ value, label: t[`brand_preview_${value}`] }))}
      value={mode}
      onChange={onChange}
    />
  )
}
