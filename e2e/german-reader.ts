import { languageNames } from '@portico/contract/texts/languages.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

const { en: english, de: german } = shippedTexts

/** Words that the demo's catalog and static settings hold, which are as they were entered, and names of languages. */
const CONTENT = new Set([
  'Download',
  'Payments',
  'Reports',
  'Statements',
  'Email',
  'Administration',
  ...Object.values(languageNames),
])

const germanTexts = new Set(Object.values(german).map(String))
/** English texts that no German one equals: none of them may be on a German page. */
const forbidden = new Set(
  Object.values(english)
    .map(String)
    .filter((text) => !text.includes('{') && !germanTexts.has(text) && !CONTENT.has(text)),
)
/** Texts with placeholders, as far as they have words enough to be recognized by. */
const forbiddenPatterns = Object.entries(english)
  .map(([key, text]) => [String(text), String(german[key as keyof typeof german])] as const)
  .filter(([text, translated]) => text.includes('{') && text !== translated)
  .map(([text]) => text.split(/\{\w+(?:, (?:number|plural,(?: \w+ \{[^{}]*\})+))?\}/))
  .filter((parts) => parts.join('').replaceAll(/[^A-Za-z]/g, '').length > 10)
  .map((parts) => parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+'))
const patterns = new RegExp(`^(?:${forbiddenPatterns.join('|')})$`)

/** Days and times as English writes them. */
const ENGLISH_MOMENT = /\b\d{1,2}\/\d{1,2}\/\d{4}\b|\d [AP]M\b/

const isLeftInEnglish = (text: string): boolean =>
  forbidden.has(text) || (patterns.test(text) && !CONTENT.has(text)) || ENGLISH_MOMENT.test(text)

/** What a user reads or hears of the page: text nodes, names, hints. */
const readTexts = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(() => {
    const words: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.closest('script, style, noscript, [lang="en"]')) words.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
      for (const element of document.querySelectorAll(`[${name}]`)) words.push(element.getAttribute(name) ?? '')
    return words.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /[A-Za-z]/.test(text))
  })

/**
 * Asserts that the page is in German, fits a phone and has no barrier. `what` says in a failure what was read; barriers
 * are looked for in the `part` with this selector.
 */
export async function expectGerman(visitor: Visitor, what = visitor.page.url(), part?: string): Promise<void> {
  expect(await visitor.page.evaluate(() => document.documentElement.lang)).toBe('de')
  const left = (await readTexts(visitor)).filter(isLeftInEnglish)
  expect({ what, left }).toEqual({ what, left: [] })
  await visitor.expectNoHorizontalScroll()
  await visitor.expectAccessible(part)
}
