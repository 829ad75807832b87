import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { safeLink } from './safe-link.ts'
import { SafeHtml } from './SafeHtml.tsx'

afterEach(cleanup)

/** What the page holds after an announcement with this text is shown. */
const shown = (html: string) => render(<SafeHtml html={html} />).container

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https:evil.example">x</a>',
  '<a href="https://portal.example@evil.example/">x</a>',
  '<a href="https://ok.example/" onclick="alert(1)" style="position:fixed" target="_top" id="root">x</a>',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">Sign in</button></form>',
  '<p style="position:fixed;inset:0" class="x" onmouseover="alert(1)">x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,x"></object><embed src="//evil.example">',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<style>body{background:url(//evil.example)}</style>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<video><source onerror=alert(1)></video><audio src=//evil.example autoplay>',
  '<details open ontoggle=alert(1)>x</details>',
]

const allowedAttributes = new Set(['href', 'title', 'target', 'rel'])
const allowedNames = new Set('p br b strong i em u s ul ol li a h2 h3 blockquote span'.split(' '))

describe('an announcement cannot carry anything but text', () => {
  it.each(hostile)('%s', (html) => {
    const alert = vi.fn<() => void>()
    vi.stubGlobal('alert', alert)
    const text = shown(html).firstElementChild as Element
    const elements = [...text.querySelectorAll('*')]
    expect(elements.map((element) => element.localName).filter((name) => !allowedNames.has(name))).toEqual([])
    expect(
      elements.flatMap((element) => element.getAttributeNames()).filter((name) => !allowedAttributes.has(name)),
    ).toEqual([])
    const hrefs = elements.map((element) => element.getAttribute('href') ?? '/')
    expect(hrefs.filter((href) => !/^(https?:\/\/(?!.*@)|mailto:|\/(?![/\\]))/.test(href))).toEqual([])
    expect(elements.filter((element) => element.getAttribute('target') === '_top')).toEqual([])
    expect(alert).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
})

describe('what an announcement may use', () => {
  it('headings, lists, emphasis and quotes stay', () => {
    const text = shown('<h2>News</h2><ul><li><strong>One</strong></li></ul><blockquote>Said<br>so</blockquote>')
    expect(text.querySelector('h2')?.textContent).toBe('News')
    expect(text.querySelector('ul li strong')?.textContent).toBe('One')
    expect(text.querySelector('blockquote br')).not.toBeNull()
  })

  it('the words of elements that are not allowed stay', () => {
    expect(shown('<div>one <font color="red">two</font></div>').textContent).toBe('one two')
  })

  it('characters that look like tags are text', () => {
    expect(shown('<p>1 &lt;b&gt; 2</p>').textContent).toBe('1 <b> 2')
  })

  it('a link out of the portal opens beside it and tells nothing about where it came from', () => {
    shown('<a href="https://status.example/now">Status</a>')
    const link = screen.getByRole('link', { name: 'Status' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('a link to a path of the portal stays in the window', () => {
    shown('<a href="/contact-us" title="Write to us">Contact</a>')
    const link = screen.getByRole('link', { name: 'Contact' })
    expect(link.hasAttribute('target')).toBe(false)
    expect(link.getAttribute('title')).toBe('Write to us')
  })

  it('a thousand nested elements neither fail nor appear', () => {
    expect(shown(`${'<b>'.repeat(1000)}deep`).querySelectorAll('b').length).toBeLessThan(50)
  })
})

describe('a link in text written by others', () => {
  it.each(['https://example.org/a?b=c#d', 'http://example.org', 'mailto:help@example.org', '/document-library'])(
    '%s is followed',
    (address) => {
      expect(safeLink(address)).not.toBeNull()
    },
  )

  it.each([
    '',
    '#top',
    'page.html',
    'ftp://example.org',
    'file:///etc/passwd',
    'blob:https://x',
    'mailto:',
    'tel:1',
    'JAVASCRIPT:alert(1)',
    'https://',
    'https://a b',
  ])('%j is not', (address) => {
    expect(safeLink(address)).toBeNull()
  })
})
