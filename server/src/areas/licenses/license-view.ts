import type { LicenseVersion } from '@portico/contract/licenses/licenses.ts'
import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { listLicenseVersions, StoredLicense } from './license-store.ts'

/** The languages of these codes, without those that this version does not know. */
export const languagesOf = (codes: readonly (string | null)[]): Language[] =>
  codes.flatMap((code) => languageOfCode(code) ?? [])

/** The texts of a license, the one in its first language first. */
const textsOf = ({ title, html, language, translations }: StoredLicense): LicenseVersion['texts'] => [
  { languageCd: languageOfCode(language), titleTxt: title, contentTxt: html },
  ...Object.entries(translations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([code, text]) => {
      const languageCd = languageOfCode(code)
      return languageCd === null ? [] : [{ languageCd, titleTxt: text.title, contentTxt: text.html }]
    }),
]

/** A version of a license with its texts and the versions beside it. */
export const licenseVersion = (
  license: StoredLicense,
  versions: Awaited<ReturnType<typeof listLicenseVersions>>,
): LicenseVersion => ({
  licenseId: license.id,
  clientId: license.clientId,
  clientNm: license.clientName,
  version: license.version,
  stateCd: license.state,
  createdDt: license.createdAt,
  createdByNm: license.createdByName,
  texts: textsOf(license),
  endedDt: license.endedAt,
  endedByNm: license.endedByName,
  askedDt: license.askedAt,
  versionCnt: versions[0]?.total ?? 0,
  versions: versions.map(({ id, version, state, title, createdAt, createdByName, asksAgain, isAskWithdrawn }) => ({
    licenseId: id,
    version,
    stateCd: state,
    titleTxt: title,
    createdDt: createdAt,
    createdByNm: createdByName,
    asksAgainFlg: asksAgain,
    askWithdrawnFlg: isAskWithdrawn,
  })),
})
