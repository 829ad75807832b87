import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Asserts that no line ends inside a word of a table, and that no cell is wider than its column. Addresses and words of
 * more than 16 letters may be broken.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td:not([data-truncated]), th')]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
      .map(({ innerText }) => innerText),
  )
  assert.deepEqual(wide, [], `wider than their columns: ${page.url()}`)
  const broken = await page.evaluate(() => {
    const found = new Set<string>()
    const range = document.createRange()
    const inTable = (text: Node) => {
      const part = text.parentElement
      return part?.closest('td, th') && part.checkVisibility() && part.getBoundingClientRect().width > 1
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = inTable(text) ? [...(text.nodeValue ?? '').matchAll(/[^\s\-–/]+/gu)] : []
      for (const { index, 0: word } of words.filter(([one]) => one.length <= 16 && !one.includes('@'))) {
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
