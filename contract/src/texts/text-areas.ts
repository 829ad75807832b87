import { accountSettingsTexts } from './account-settings-texts.ts'
import { accountTexts } from './account-texts.ts'
import { accessRequestTexts } from './access-request-texts.ts'
import { contactTexts } from './contact-texts.ts'
import { deviceTexts } from './device-texts.ts'
import { documentPageTexts } from './document-page-texts.ts'
import { documentTexts } from './document-texts.ts'
import { federationTexts } from './federation-texts.ts'
import { formTexts } from './form-texts.ts'
import { generalTexts } from './general-texts.ts'
import { homePageTexts } from './home-page-texts.ts'
import { homeTexts } from './home-texts.ts'
import { humanCheckTexts } from './human-check-texts.ts'
import { type Language, languages } from './languages.ts'
import { languageTexts } from './language-texts.ts'
import { linkTexts } from './link-texts.ts'
import { listTexts } from './list-texts.ts'
import { logoutTexts } from './logout-texts.ts'
import { mailTexts } from './mail-texts.ts'
import { passwordTexts } from './password-texts.ts'
import { reauthenticationTexts } from './reauthentication-texts.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { searchTexts } from './search-texts.ts'
import { secondFactorPageTexts } from './second-factor-page-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'
import { sessionTexts } from './session-texts.ts'
import { shippedMailTexts, shippedTexts } from './shipped-texts.ts'
import { shippedNameTexts } from './shipped-name-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { signInPageTexts } from './sign-in-page-texts.ts'
import { signInTexts } from './sign-in-texts.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'
import type { TextAreaCode } from '../text-rules.ts'

type TextTable = Readonly<Record<string, string>>

const groups: readonly (readonly [TextAreaCode, readonly TextTable[]])[] = [
  ['general', [generalTexts, shippedNameTexts, shellTexts, formTexts, languageTexts, listTexts]],
  [
    'sign_in',
    [
      signInTexts,
      signInPageTexts,
      humanCheckTexts,
      federationTexts,
      secondFactorTexts,
      secondFactorPageTexts,
      sessionTexts,
      reauthenticationTexts,
      logoutTexts,
      passwordTexts,
      recoveryTexts,
    ],
  ],
  ['home', [homeTexts, homePageTexts, singleSignOnTexts, searchTexts, accessRequestTexts]],
  ['account', [accountTexts, accountSettingsTexts, deviceTexts]],
  ['documents', [documentTexts, documentPageTexts, linkTexts]],
  ['contact', [contactTexts]],
  ['mails', [mailTexts]],
]

const areaOf = new Map(
  groups.flatMap(([area, tables]) => tables.flatMap((table) => Object.keys(table).map((key) => [key, area] as const))),
)

/** A text that can be reworded, as shipped in one language, with the part of the product that it belongs to. */
export interface RewordableText {
  key: string
  shipped: string
  area: TextAreaCode
}

const rewordableTextsOf = (language: Language): readonly RewordableText[] =>
  Object.entries({ ...shippedTexts[language], ...shippedMailTexts[language] }).map(([key, shipped]) => ({
    key,
    shipped,
    area: areaOf.get(key) ?? 'administration',
  }))

/** Every text that can be reworded, by language. */
export const rewordableTexts = Object.fromEntries(
  languages.map((language) => [language, rewordableTextsOf(language)]),
) as Readonly<Record<Language, readonly RewordableText[]>>
