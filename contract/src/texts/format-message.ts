import { type Language, localeOf } from './languages.ts'

declare const names: unique symbol

/** A text with placeholders. It is no string, so that it cannot be shown before they are filled. */
export interface Template<Name extends string> {
  readonly [names]: Name
}

/**
 * Names of the placeholders of a text: `{name}`, `{count, number}`, `{count, plural, one {# page} other {# pages}}`, where
 * `=0 {no page}` says it for exactly this number.
 */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Inside extends `${infer Name}, plural, ${string}`
      ? Name | (Rest extends `${string}}}${infer Tail}` ? PlaceholdersOf<Tail> : never)
      : (Inside extends `${infer Name}, number` ? Name : Inside) | PlaceholdersOf<After>
    : never
  : never

/** Keys of the texts that have no placeholders. */
export type PlainKey<Texts extends Readonly<Record<string, string>>> = {
  [Key in keyof Texts]: [PlaceholdersOf<Texts[Key]>] extends [never] ? Key : never
}[keyof Texts]

type NamesOf<Text> = Text extends Template<infer Name> ? Name : Text extends string ? PlaceholdersOf<Text> : never

/** A placeholder of a text, with its name, its kind and, of a plural, its branches. */
export const PLACEHOLDER = /\{(\w+)(?:, (?:(number)|plural,((?: (?:=(?:0|[1-9]\d*)|\w+) \{[^{}]*\})+)))?\}/g
/** A branch of a plural: its form, or `=` and a number, and its words. */
export const BRANCH = /(=(?:0|[1-9]\d*)|\w+) \{([^{}]*)\}/g
const pluralRules = new Map<Language, Intl.PluralRules>()

/** Values of the placeholders of a text. */
export type ValuesOf<Text> = { readonly [Name in NamesOf<Text>]: string | number }

/**
 * Fills the placeholders of a text by the rules of its language. Numbers of `{count, number}` and of `#` in a plural
 * branch get the separators of the language; `{number}` alone is filled in as given, such as the number of a version.
 * A placeholder without a value stays as it is: an operator may have reworded the text.
 */
export function formatMessage<Text extends string | Template<string>>(
  text: Text,
  values: ValuesOf<Text>,
  language: Language,
): string {
  const given: Readonly<Record<string, string | number>> = values
  // A template is a string whose type says otherwise.
  return (text as unknown as string).replaceAll(
    PLACEHOLDER,
    (placeholder, name: string, number?: string, branches?: string) => {
      const value = given[name]
      if (value === undefined) return placeholder
      if (branches !== undefined) return pluralBranch(branches, Number(value), language)
      return number !== undefined && typeof value === 'number' ? formatCount(value, language) : String(value)
    },
  )
}

function pluralBranch(branches: string, count: number, language: Language): string {
  const forms = new Map([...branches.matchAll(BRANCH)].map(([, form, words]) => [form, words ?? '']))
  const words = forms.get(`=${count}`) ?? forms.get(pluralRulesOf(language).select(count)) ?? forms.get('other') ?? ''
  return words.replaceAll('#', formatCount(count, language))
}

const formatCount = (count: number, language: Language) => count.toLocaleString(localeOf[language])

function pluralRulesOf(language: Language): Intl.PluralRules {
  const known = pluralRules.get(language)
  if (known) return known
  const rules = new Intl.PluralRules(localeOf[language])
  pluralRules.set(language, rules)
  return rules
}
