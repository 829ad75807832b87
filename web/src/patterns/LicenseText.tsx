import type { Language } from '@portico/contract/texts/languages.ts'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import classes from './LicenseText.module.css'

interface LicenseTextProps {
  title: string
  html: string
  /** Null: not known. */
  language: Language | null | undefined
}

/** The text of a license, which scrolls, as users read it before they accept it. */
export const LicenseText = ({ title, html, language }: LicenseTextProps) => (
  <div className={classes['text']} role="region" aria-label={title} lang={language ?? undefined} tabIndex={0}>
    <SafeHtml html={html} />
  </div>
)
