import { type Language, localeOf } from './languages.ts'

declare const names: unique symbol

/** A text with placeholders. It is no string, so that it cannot be shown before they are filled. */
export interface Template<Name extends string> {
  readonly [names]: Name
}

/** Names of the placeholders of a text: `{name}` and `{count, plural, one {# page} other {# pages}}`. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Inside extends `${infer Name}, plural, ${string}`
      ? Name | (Rest extends `${string}}}${infer Tail}` ? PlaceholdersOf<Tail> : never)
      : Inside | PlaceholdersOf<After>
    : never
  : never

/** Keys of the texts that have no placeholders. */
export type PlainKey<Texts extends Readonly<Record<string, string>>> = {
  [Key in keyof Texts]: [PlaceholdersOf<Texts[Key]>] extends [never] ? Key : never
}[keyof Texts]

type NamesOf<Text> = Text extends Template<infer Name> ? Name : Text extends string ? PlaceholdersOf<Text> : never

const PLACEHOLDER = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g
const BRANCH = /(\w+) \{([^{}]*)\}/g
const pluralRules = new Map<Language, Intl.PluralRules>()

/** Values of the placeholders of a text. */
export type ValuesOf<Text> = { readonly [Name in NamesOf<Text>]: string | number }

/**
 * Fills the placeholders of a text by the rules of its language. `#` in a plural branch becomes the number, which must
 * be given as a number. A placeholder without a value stays as it is: an operator may have reworded the text.
 */
export function formatMessage<Text extends string | Template<string>>(
  text: Text,
  values: ValuesOf<Text>,
  language: Language,
): string {
  const given: Readonly<Record<string, string | number>> = values
  // A template is a string whose type says otherwise.
  return (text as unknown as string).replaceAll(PLACEHOLDER, (placeholder, name: string, branches?: string) => {
    const value = given[name]
    if (value === undefined) return placeholder
    return branches === undefined ? String(value) : pluralBranch(branches, Number(value), language)
  })
}

function pluralBranch(branches: string, count: number, language: Language): string {
  const forms = new Map([...branches.matchAll(BRANCH)].map(([, form, words]) => [form, words ?? '']))
  const words = forms.get(pluralRulesOf(language).select(count)) ?? forms.get('other') ?? ''
  return words.replaceAll('#', count.toLocaleString(localeOf[language]))
}

function pluralRulesOf(language: Language): Intl.PluralRules {
  const known = pluralRules.get(language)
  if (known) return known
  const rules = new Intl.PluralRules(localeOf[language])
  pluralRules.set(language, rules)
  return rules
}
