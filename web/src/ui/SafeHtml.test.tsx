import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { hostileHtml } from '../../../contract/test/hostile-html.ts'
import { SafeHtml } from './SafeHtml.tsx'

/** The HTML of the page after it shows an announcement with this text. */
const shown = (html: string) => render(<SafeHtml html={html} />).container

const allowedAttributes = new Set(['href', 'title', 'target', 'rel'])
const allowedNames = new Set('p br b strong i em u s ul ol li a h2 h3 blockquote span'.split(' '))

describe('an announcement cannot contain anything but text', () => {
  it.each(hostileHtml)('%s', (html) => {
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

describe('allowed elements of an announcement', () => {
  it('headings, lists, emphasis and quotes stay', () => {
    const text = shown('<h2>News</h2><ul><li><strong>One</strong></li></ul><blockquote>Said<br>so</blockquote>')
    expect(text.querySelector('h2')?.textContent).toBe('News')
    expect(text.querySelector('ul li strong')?.textContent).toBe('One')
    expect(text.querySelector('blockquote br')).not.toBeNull()
  })

  it('the text of elements that are not allowed stays', () => {
    expect(shown('<div>one <font color="red">two</font></div>').textContent).toBe('one two')
  })

  it('characters that look like tags are text', () => {
    expect(shown('<p>1 &lt;b&gt; 2</p>').textContent).toBe('1 <b> 2')
  })

  it('an external link opens in a new tab and sends no referrer', () => {
    shown('<a href="https://status.example/now">Status</a>')
    const link = screen.getByRole('link', { name: 'Status' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('a link to a path of the portal opens in the same tab', () => {
    shown('<a href="/contact-us" title="Email us">Contact</a>')
    const link = screen.getByRole('link', { name: 'Contact' })
    expect(link.hasAttribute('target')).toBe(false)
    expect(link.getAttribute('title')).toBe('Email us')
  })

  it('a thousand nested elements neither fail nor are shown', () => {
    expect(shown(`${'<b>'.repeat(1000)}deep`).querySelectorAll('b').length).toBeLessThan(50)
  })
})
