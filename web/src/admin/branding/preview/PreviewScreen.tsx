import type { CSSProperties, ReactNode } from 'react'
import { previewVariables } from '../../../ui/theme.ts'
import type { ShownBrand } from '../brand-form.ts'
import classes from './BrandPreview.module.css'
import type { PreviewMode } from './PreviewModeControl.tsx'

interface PreviewScreenProps {
  /** What a screen reader says in the place of the picture. */
  label: string
  brand: ShownBrand
  mode: PreviewMode
  children: ReactNode
}

/** The border around the picture of a screen, in a brand. */
export const PreviewScreen = ({ label, brand, mode, children }: PreviewScreenProps) => (
  <div
    role="img"
    aria-label={label}
    className={classes['screen']}
    style={previewVariables(mode, brand.buttonColor, brand.color) as CSSProperties}
  >
    {children}
  </div>
)
