import { expect, test } from 'vitest'
import { LICENSE_TEXT_MAX, LICENSE_TITLE_MAX } from '../limits.ts'
import { licenseIssues, type LicenseText } from './license-rules.ts'

const english: LicenseText = { language: 'en', title: 'Terms', html: '<p>Be kind.</p>' }
const german: LicenseText = { language: 'de', title: 'Regeln', html: '<p>Seien Sie freundlich.</p>' }
/** As long as it may be, with its tags. */
const longest = `<p>${'a'.repeat(LICENSE_TEXT_MAX - 7)}</p>`

test.each<[string, LicenseText[], string[]]>([
  ['in each language with title and text', [english, german], []],
  ['at the limits', [{ ...english, title: 'a'.repeat(LICENSE_TITLE_MAX), html: longest }], []],
  ['without the first language', [german], ['languageCd license_language_missing']],
  ['of a blank title', [{ ...english, title: ' ' }], ['titleTxt-en license_title_missing']],
  [
    'of a title over the limit',
    [{ ...english, title: 'a'.repeat(LICENSE_TITLE_MAX + 1) }],
    ['titleTxt-en license_title_too_long'],
  ],
  ['of a text with nothing to read', [{ ...english, html: '<p> </p>' }], ['contentTxt-en license_text_missing']],
  ['of a text over the limit', [{ ...english, html: `${longest} ` }], ['contentTxt-en license_text_too_long']],
  ['of a text that was not read', [{ ...english, html: null }], ['contentTxt-en license_text_too_long']],
  ['with a language twice', [english, { ...english, title: '' }], ['titleTxt-en license_language_twice']],
  ['of one good and one bad text', [english, { ...german, html: '' }], ['contentTxt-de license_text_missing']],
])('a license %s has these faults', (_what, texts, issues) => {
  expect(licenseIssues({ firstLanguage: 'en', texts }).map(({ field, text }) => `${field} ${text}`)).toEqual(issues)
})
