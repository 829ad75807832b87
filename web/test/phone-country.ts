import { onTestFinished } from 'vitest'

/** For the rest of a test: an installation that takes telephone numbers of all countries. */
export function takeNumbersOfAllCountries(country: string): void {
  document.documentElement.dataset['phoneCountry'] = country
  onTestFinished(() => void delete document.documentElement.dataset['phoneCountry'])
}
