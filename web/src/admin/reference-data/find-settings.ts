import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { texts } from '../../api/texts.ts'
import type { FindRecords } from '../../shell/found-records.ts'
import { categories } from './reference-categories.ts'
import { staticSettings } from './screen.ts'

/** Finds categories of the static settings by all words of a text in their names. */
export const findRecords: FindRecords = async ({ text }) => {
  const t = texts(referenceDataTexts)
  const words = text.toLowerCase().split(/\s+/)
  return categories
    .map(({ path, texts: { title } }) => ({ path, name: t[title] as string }))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .map(({ path, name }) => ({
      kindCd: 'admin',
      id: path,
      titleTxt: name,
      placeTxt: texts(adminMenuTexts).admin_static_settings,
      target: `${staticSettings.link()}?category=${path}`,
    }))
}
