import { useState } from 'react'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { languageNames, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { rememberLanguage, showLanguage } from '../api/language.ts'
import { useLanguage, useTexts } from '../api/texts.ts'
import classes from './LanguageChoice.module.css'

/** The language of the pages before the sign-in; kept in this browser. */
export function LanguageChoice() {
  const t = useTexts(languageTexts)
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const choose = async (code: string) => {
    const chosen = languageOfCode(code)
    if (chosen === null) return
    setBusy(true)
    // Where the texts do not load, the page stays as it is and the field shows its language.
    await showLanguage(chosen).then(
      () => rememberLanguage(chosen),
      () => undefined,
    )
    setBusy(false)
  }
  return (
    <select
      className={classes['choice']}
      aria-label={t.language_label}
      aria-busy={isBusy || undefined}
      value={language}
      onChange={(event) => void choose(event.currentTarget.value)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  )
}
