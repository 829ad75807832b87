import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Asserts that no line ends inside a word of a table, and that no cell is wider than its column. Addresses and words of
 * more than 16 letters may be broken.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const found = new Set<string>()
    for (const cell of document.querySelectorAll<HTMLElement>('td:not([data-truncated]), th'))
      if (cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1) found.add(`too wide: ${cell.innerText}`)
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const part = text.parentElement
      if (!part?.closest('td, th') || !part.checkVisibility() || part.getBoundingClientRect().width <= 1) continue
      for (const { index, 0: word } of text.nodeValue?.matchAll(/[^\s\-–/]+/gu) ?? []) {
        if (word.length > 16 || word.includes('@')) continue
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.add(word)
      }
    }
    return [...found]
  })
  assert.deepEqual(broken, [], `broken inside: ${page.url()}`)
}
