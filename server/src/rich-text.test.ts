import { RICH_TEXT_ELEMENTS, RICH_TEXT_LINK_ATTRIBUTES } from '@portico/contract/rich-text.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileHtml } from '../../contract/test/hostile-html.ts'
import { cleanRichText } from './rich-text.ts'

/** Reads what a cleaner wrote, which closes every element and quotes every value; anything else is left in the text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)( \/)?>/g

function whatIsIn(cleaned: string) {
  const tags = [...cleaned.matchAll(TAG)].map(([, , name = '', attributes = '']) => ({
    name,
    attributes: [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => ({ key, value })),
  }))
  return { tags, rest: cleaned.replaceAll(TAG, '') }
}

const isGood = (key: string, value: string) =>
  RICH_TEXT_LINK_ATTRIBUTES.includes(key) && (key !== 'href' || /^(https?:\/\/(?!.*@)|mailto:|\/(?![/\\]))/.test(value))

function expectClean(cleaned: string): void {
  const { tags, rest } = whatIsIn(cleaned)
  expect(rest).not.toMatch(/[<>]/)
  expect(tags.filter(({ name }) => !RICH_TEXT_ELEMENTS.includes(name))).toEqual([])
  expect(tags.filter(({ name, attributes }) => name !== 'a' && attributes.length > 0)).toEqual([])
  expect(tags.flatMap(({ attributes }) => attributes).filter(({ key, value }) => !isGood(key, value))).toEqual([])
}

describe('text that is stored carries nothing but text (S59)', () => {
  test.each(hostileHtml)('%s', async (html) => {
    const cleaned = await cleanRichText(html)
    expectClean(cleaned)
    expect(await cleanRichText(cleaned)).toBe(cleaned)
  })

  test('whatever is put together from its parts', async () => {
    const parts = fc.constantFrom(
      ...hostileHtml,
      '<p',
      '<a href="',
      '">',
      "'>",
      '</a>',
      '<!--',
      '-->',
      '<svg>',
      '</style>',
      '&lt;',
      '&#x3c;',
      '\0',
      'x',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 8 }), async (some) =>
        expectClean(await cleanRichText(some.join(''))),
      ),
      { numRuns: 200 },
    )
  })
})

describe('what its author may use stays', () => {
  test.each([
    '<h2>News</h2><ul><li><strong>One</strong></li></ul><blockquote>Said<br />so</blockquote>',
    '<p><b>a</b> <i>b</i> <em>c</em> <u>d</u> <s>e</s></p><ol><li>f</li></ol><h3>g</h3>',
    '<a href="https://status.example/now?a=b" title="Now">Status</a>',
    '<a href="/contact-us">us</a> <a href="mailto:help@example.org">mail</a>',
    '1 &lt;b&gt; 2 &amp; 3',
  ])('%s', async (html) => {
    expect(await cleanRichText(html)).toBe(html)
  })

  test('the words of what is not allowed stay, and those of a link that leads nowhere good', async () => {
    expect(await cleanRichText('<div>one <font color="red">two</font> <a href="//evil.example">three</a></div>')).toBe(
      'one two <a>three</a>',
    )
  })

  test('a thousand nested elements end after forty', async () => {
    const cleaned = await cleanRichText(`${'<b>'.repeat(1000)}deep`)
    expect(cleaned.match(/<b>/g)?.length ?? 0).toBeLessThanOrEqual(40)
  })
})

const dropped =
  'script style template object noscript noembed noframes svg math textarea title select xmp audio video canvas form button iframe applet'

test.each(dropped.split(' '))('what stands in %s goes with it (S59)', async (name) => {
  expect(await cleanRichText(`<p>before</p><${name}>hidden</${name}><p>after</p>`)).toBe('<p>before</p><p>after</p>')
})
