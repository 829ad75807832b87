import { useState } from 'react'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { formatMessage, useTexts } from '../../../api/texts.ts'
import { lazyPart } from '../../../patterns/lazy-part.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import type { ShownBrand } from '../brand-form.ts'
import classes from './BrandPreview.module.css'
import { DialogPreview } from './DialogPreview.tsx'
import { HomePreview } from './HomePreview.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { type PreviewMode, PreviewModeControl } from './PreviewModeControl.tsx'
import { PreviewScreen } from './PreviewScreen.tsx'
import { SignInPreview } from './SignInPreview.tsx'

/** Loaded when it is chosen: the layout of mails is wanted nowhere else. */
const MailPreview = lazyPart(() => import('./MailPreview.tsx').then((part) => part.MailPreview))

const screens = ['sign_in', 'home', 'dialog', 'mail'] as const
type Screen = (typeof screens)[number]

interface BrandPreviewProps {
  brand: ShownBrand
  /** Of the client or the portal, for its mails. */
  name: string
}

/** The screens that users see, built from their own parts, with a brand that is not saved yet. */
export function BrandPreview({ brand, name }: BrandPreviewProps) {
  const t = useTexts(brandingPageTexts)
  const [screen, setScreen] = useState<Screen>('home')
  const [mode, setMode] = useState<PreviewMode>('light')
  const nameOf = (one: Screen) => t[`brand_preview_${one}`]
  const label = formatMessage(t.brand_preview_of, { screen: nameOf(screen), mode: t[`brand_preview_${mode}`] })
  const { images } = brand
  return (
    <div className={classes['preview']}>
      <div className={classes['choices']}>
        <SegmentedControl
          label={t.brand_preview_screen}
          options={screens.map((value) => ({ value, label: nameOf(value) }))}
          value={screen}
          onChange={setScreen}
        />
        <PreviewModeControl mode={mode} onChange={setMode} />
      </div>
      <PreviewScreen label={label} brand={brand} mode={mode}>
        {screen === 'mail' ? (
          <MailPreview label={label} name={name} brand={brand} mode={mode} />
        ) : (
          <PreviewFrame label={label} brand={brand} mode={mode}>
            {screen === 'sign_in' ? <SignInPreview images={images} /> : <HomePreview images={images} />}
            {screen === 'dialog' && <DialogPreview />}
          </PreviewFrame>
        )}
      </PreviewScreen>
    </div>
  )
}
