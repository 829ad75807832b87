import { useState } from 'react'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { currentLanguage, useTexts } from '../../api/texts.ts'
import { LicenseText } from '../../patterns/LicenseText.tsx'
import { languageInWords } from '../../patterns/language-in-words.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import classes from './Licenses.module.css'

export interface ReadText {
  /** Null: not said. */
  language: Language | null
  title: string
  html: string
}

interface LicenseReaderProps {
  texts: readonly [ReadText, ...ReadText[]]
  /** Shows the whole text; it scrolls otherwise, as users see it. */
  isWhole?: boolean
}

/** A license as its users see it, in one of its languages: at first in that of the page. */
export function LicenseReader({ texts, isWhole = false }: LicenseReaderProps) {
  const t = useTexts(licensePageTexts)
  const [chosen, setChosen] = useState<Language | null>(null)
  const textIn = (language: Language | null) => texts.find((text) => text.language === language)
  const text = (chosen && textIn(chosen)) ?? textIn(currentLanguage()) ?? texts[0]
  const languages = texts.flatMap(({ language }) => language ?? [])
  return (
    <div className={classes['reader']}>
      {texts.length > 1 && text.language !== null && (
        <SegmentedControl
          label={t.license_language}
          value={text.language}
          onChange={setChosen}
          options={languages.map((language) => ({ value: language, label: languageInWords(language) }))}
        />
      )}
      <article className={classes['card']} aria-label={text.title}>
        <p className={classes['title']} lang={text.language ?? undefined}>
          {text.title}
        </p>
        {isWhole ? (
          <div lang={text.language ?? undefined}>
            <SafeHtml html={text.html} />
          </div>
        ) : (
          <LicenseText {...text} />
        )}
      </article>
    </div>
  )
}
