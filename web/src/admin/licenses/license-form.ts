import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { hasText, plainTitle } from '@portico/contract/announcements/announcement-rules.ts'
import { licenseFields, type LicenseField, licenseIssues } from '@portico/contract/licenses/license-rules.ts'
import type { addLicenseVersion, LicenseVersion } from '@portico/contract/licenses/licenses.ts'
import { type Language, languages } from '@portico/contract/texts/languages.ts'
import { portalLanguage } from '../../api/language.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import type { Form } from '../../patterns/use-form.ts'

/** The values of the form; fields are named as in the answers about what is wrong with them. */
export type LicenseValues = Record<Exclude<LicenseField, 'languageCd'>, string> & {
  languageCd: Language
  /** '' for the default, and while none is chosen. */
  clientId: string
  asksAgain: boolean
}

export type LicenseForm = Form<LicenseValues>

const noTexts = Object.fromEntries(
  languages.flatMap((language) => Object.values(licenseFields(language)).map((field) => [field, ''])),
) as Record<Exclude<LicenseField, 'languageCd'>, string>

/** The fields of a new version of a license; null: of the first one of a client. */
export const licenseValues = (license: LicenseVersion | null): LicenseValues => ({
  ...noTexts,
  ...Object.fromEntries(
    (license?.texts ?? []).flatMap(({ languageCd, titleTxt, contentTxt }) => {
      const fields = licenseFields(languageCd ?? portalLanguage())
      return [
        [fields.title, titleTxt],
        [fields.html, contentTxt],
      ]
    }),
  ),
  languageCd: license?.texts[0]?.languageCd ?? portalLanguage(),
  clientId: license?.clientId ? String(license.clientId) : '',
  asksAgain: false,
})

/** The texts that are written, the one in the first language first. */
export function writtenTexts(values: LicenseValues): { language: Language; title: string; html: string }[] {
  const isFirst = (language: Language) => Number(language === values.languageCd)
  const texts = languages
    .toSorted((one, other) => isFirst(other) - isFirst(one))
    .map((language) => {
      const fields = licenseFields(language)
      return { language, title: values[fields.title], html: values[fields.html] }
    })
  return texts.filter(({ title, html }) => plainTitle(title) !== '' || hasText(html))
}

/** The rules of the form: the first language has a text, and each text a title. */
export const licenseSchema = (isNew: boolean) =>
  rulesSchema<LicenseValues>((values) => {
    const written = writtenTexts(values)
    const isFirstWritten = written[0]?.language === values.languageCd
    const first = { language: values.languageCd, title: '', html: '' }
    const texts = isFirstWritten ? written : [first, ...written]
    return [
      ...(isNew && values.clientId === '' ? [{ field: 'clientId', text: 'license_client_missing' }] : []),
      ...licenseIssues({ firstLanguage: values.languageCd, texts }),
    ]
  })

/** The call of the form. `newest`: the version with which it began; null: the first one of a client. */
export const licenseBody = (
  values: LicenseValues,
  newest: LicenseVersion | null,
): RequestOf<typeof addLicenseVersion>['body'] => ({
  clientId: values.clientId === '' ? null : Number(values.clientId),
  replacesId: newest?.stateCd === 'in-force' ? newest.licenseId : null,
  ...(newest?.stateCd === 'ended' && { followsId: newest.licenseId }),
  languageCd: values.languageCd,
  texts: writtenTexts(values).map(({ language, title, html }) => ({
    languageCd: language,
    titleTxt: plainTitle(title),
    contentTxt: html,
  })),
  asksAgainFlg: values.asksAgain,
})
