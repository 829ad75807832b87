import { useSuspenseQuery } from '@tanstack/react-query'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { type Language, languageNames, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { rememberLanguage, systemLanguage } from '../../api/language.ts'
import { useSignedIn } from '../../api/session.ts'
import { currentLanguage, formatMessage, texts, useTexts } from '../../api/texts.ts'
import { type Preference, savePreference } from '../../patterns/save-preference.ts'
import { loadOwnTexts } from '../../shell/frame-queries.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toast.ts'
import { profilePreference, ownProfileQuery } from './own-profile.ts'

/** The option that leaves the language to the browser. */
const SYSTEM = 'system'

/** The language of pages and mails. */
export function LanguagePanel() {
  const t = useTexts(languageTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const choose = async (choice: string) => {
    if ((await savePreference(languagePreference(uid), languageOfCode(choice))) === undefined) return
    // In the new language.
    toast.success(texts(accountTexts).account_saved)
  }
  // Another one than the browser asks for was chosen before the sign-in.
  const ofBrowser = currentLanguage() === systemLanguage() ? SYSTEM : currentLanguage()
  const system = formatMessage(t.language_system, { language: languageNames[systemLanguage()] })
  return (
    <Panel title={t.language_panel_title} help={t.language_panel_help}>
      <PanelBody>
        <SelectField
          label={t.language_label}
          value={profile.languageCd ?? ofBrowser}
          options={[
            { value: SYSTEM, label: system },
            ...languages.map((language) => ({ value: language, label: languageNames[language] })),
          ]}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
      </PanelBody>
    </Panel>
  )
}

/** The page is shown in the language once it is saved. */
const languagePreference = (uid: number): Preference<Language | null, string> => {
  const preference = profilePreference(uid, 'languageCd')
  return {
    ...preference,
    save: async (languageCd) => {
      const message = await preference.save(languageCd)
      rememberLanguage(languageCd)
      await loadOwnTexts(uid, 0)
      return message
    },
  }
}
