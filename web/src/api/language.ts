import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import {
  type Language,
  LANGUAGE_COOKIE,
  languageOfCode,
  preferredLanguage,
  SOURCE_LANGUAGE,
} from '@portico/contract/texts/languages.ts'
import { call } from './call.ts'
import { queryClient } from './query.ts'
import { currentLanguage, replaceLanguage } from './texts.ts'

/** Returns the language of readers who chose none and whose browser asks for none that there is. */
export const portalLanguage = (): Language =>
  languageOfCode(document.documentElement.dataset['defaultLanguage']) ?? SOURCE_LANGUAGE

/** Returns the language that this browser asks for, as the server would choose it without another choice. */
export const systemLanguage = (): Language => preferredLanguage(navigator.languages.join(',')) ?? portalLanguage()

/**
 * Keeps the language in this browser, for the pages before the sign-in. Null, or the one that the browser asks for
 * anyway: nothing is kept.
 */
export function rememberLanguage(language: Language | null): void {
  const kept = language === systemLanguage() ? null : language
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = kept === null ? 0 : 31_536_000
  document.cookie = `${LANGUAGE_COOKIE}=${kept ?? ''}; path=/; max-age=${age}; samesite=lax${secure}`
}

/** Shows the page in another language, with what the server words itself. @throws ApiError when its texts do not load */
export async function showLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return
  replaceLanguage(language, await call(getApplicationResources, { query: { language } }))
  await queryClient.invalidateQueries()
}
