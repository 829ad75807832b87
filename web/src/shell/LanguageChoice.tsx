import { useState } from 'react'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { type Language, languageNames, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { rememberLanguage, showLanguage } from '../api/language.ts'
import { currentLanguage, useLanguage, useTexts } from '../api/texts.ts'
import { type Preference, savePreference } from '../patterns/save-preference.ts'
import classes from './LanguageChoice.module.css'

/** The language of the pages before the sign-in; kept in this browser. */
export function LanguageChoice() {
  const t = useTexts(languageTexts)
  const language = useLanguage()
  /** Shown while its texts load. */
  const [chosen, setChosen] = useState<Language | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (code: string) => {
    const next = languageOfCode(code)
    if (next === null) return
    setChosen(next)
    setFailure(null)
    await savePreference({ ...languageHere, onFailure: setFailure }, next)
    setChosen((last) => (last === next ? null : last))
  }
  return (
    <>
      <select
        className={classes['choice']}
        aria-label={t.language_label}
        aria-busy={chosen !== null || undefined}
        value={chosen ?? language}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      {failure !== null && <span role="alert">{failure}</span>}
    </>
  )
}

/** The page shows a language once its texts have loaded; where they don’t, it stays as it is. */
const languageHere: Preference<Language> = {
  key: 'language of this browser',
  read: currentLanguage,
  show: () => undefined,
  save: async (language) => {
    await showLanguage(language)
    rememberLanguage(language)
  },
}
