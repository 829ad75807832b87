import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateProfile } from '@portico/contract/account.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { languageTexts } from '@portico/contract/texts/language-texts.ts'
import { type Language, languageNames, languageOfCode, languages } from '@portico/contract/texts/languages.ts'
import { request } from '../../api/call.ts'
import { rememberLanguage, systemLanguage } from '../../api/language.ts'
import { useSignedIn } from '../../api/session.ts'
import { currentLanguage, formatMessage, texts, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { loadOwnTexts } from '../../shell/frame-queries.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toast.ts'
import { keepProfile, profileQuery } from './account-queries.ts'

/** The option that leaves the language to the browser. */
const SYSTEM = 'system'

/** The language of pages and mails. */
export function LanguagePanel() {
  const t = useTexts(languageTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(profileQuery())
  /** Shown while it is being saved. */
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (choice: string) => {
    setChosen(choice)
    const { ok, message } = await runAction(() => saveLanguage(uid, languageOfCode(choice)))
    if (ok) toast.success(message)
    else toast.error(message)
    setChosen(null)
  }
  // Another one than the browser asks for was chosen before the sign-in.
  const ofBrowser = currentLanguage() === systemLanguage() ? SYSTEM : currentLanguage()
  const system = formatMessage(t.language_system, { language: languageNames[systemLanguage()] })
  return (
    <Panel title={t.language_panel_title} help={t.language_panel_help}>
      <PanelBody>
        <SelectField
          label={t.language_label}
          value={chosen ?? profile.languageCd ?? ofBrowser}
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

/** Saves the language and shows the page in it; resolves with a message in that language. */
async function saveLanguage(uid: number, languageCd: Language | null): Promise<string> {
  const { data } = await request(updateProfile, { body: { languageCd } })
  keepProfile(data)
  rememberLanguage(languageCd)
  await loadOwnTexts(uid, 0)
  return texts(accountTexts).account_saved
}
