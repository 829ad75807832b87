import * as account from './areas/account.ts'
import * as administration from './areas/administration.ts'
import * as contact from './areas/contact.ts'
import * as documents from './areas/documents.ts'
import * as general from './areas/general.ts'
import * as home from './areas/home.ts'
import * as signIn from './areas/sign-in.ts'
import { type Language, languages, SOURCE_LANGUAGE } from './languages.ts'

/** Every table of texts, in all languages, by the part of the product whose file registers it. */
const tablesByArea = { general, sign_in: signIn, home, account, documents, contact, administration }

type Tables = typeof general &
  typeof signIn &
  typeof home &
  typeof account &
  typeof documents &
  typeof contact &
  typeof administration

/** Tables of another language begin with its code: `deListTexts` translates `listTexts`. */
type SourceTables = {
  [
    Name in keyof Tables as Name extends `${Exclude<Language, typeof SOURCE_LANGUAGE>}${infer Rest}`
      ? Rest extends Capitalize<Rest>
        ? never
        : Name
      : Name
  ]: Tables[Name]
}
type Joined<Union> = (Union extends unknown ? (table: Union) => void : never) extends (table: infer All) => void
  ? All
  : never
type DefaultTexts = Readonly<Joined<SourceTables[keyof SourceTables]>>

const translations = languages.filter((language) => language !== SOURCE_LANGUAGE)

const languageOf = (name: string): Language =>
  translations.find((code) => new RegExp(`^${code}[A-Z]`).test(name)) ?? SOURCE_LANGUAGE

/** The tables of a language, with the part of the product that each belongs to. */
export const tablesOf = (language: Language) =>
  Object.entries(tablesByArea).flatMap(([area, tables]) =>
    Object.entries<Readonly<Record<string, string>>>(tables)
      .filter(([name]) => languageOf(name) === language)
      .map(([, table]) => ({ area: area as keyof typeof tablesByArea, table })),
  )

const joined = (language: Language): object => Object.assign({}, ...tablesOf(language).map(({ table }) => table))

/** The resource table as shipped: key to English text. A row of `resource_texts` rewords a key. */
export const defaultTexts = joined(SOURCE_LANGUAGE) as DefaultTexts

export type TextKey = keyof DefaultTexts

/** The texts of a language by key; a translation has the same keys. */
export const textsIn = (language: Language) => joined(language) as Readonly<Record<TextKey, string>>
