/** Returns the locale in which dates and numbers are written: the language of the page. */
export const currentLocale = (): string => document.documentElement.lang || 'en'

/** Returns a function that makes a formatter once for the locale, and again after the language has changed. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: { locale: string; formatter: Formatter } | undefined
  return () => {
    const locale = currentLocale()
    if (made?.locale !== locale) made = { locale, formatter: make(locale) }
    return made.formatter
  }
}
