import { createElement, useMemo, type ReactNode } from 'react'
import { RICH_TEXT_DEPTH, RICH_TEXT_DROPPED, RICH_TEXT_ELEMENTS, safeLink } from '@portico/contract/rich-text.ts'
import classes from './SafeHtml.module.css'

const ALLOWED = new Set(RICH_TEXT_ELEMENTS)
const DROPPED = new Set(RICH_TEXT_DROPPED)
const VOID = new Set(['br'])

function link(element: Element, key: number, children: ReactNode[]): ReactNode {
  const target = safeLink(element.getAttribute('href') ?? '')
  const title = element.getAttribute('title')
  if (!target) return createElement('span', { key }, ...children)
  return createElement(
    'a',
    {
      key,
      href: target.href,
      ...(title === null ? {} : { title }),
      ...(target.external ? { target: '_blank', rel: 'noopener noreferrer' } : {}),
    },
    ...children,
  )
}

function render(node: Node, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (node.nodeType !== Node.ELEMENT_NODE || depth > RICH_TEXT_DEPTH) return null
  const element = node as Element
  const name = element.localName.toLowerCase()
  if (DROPPED.has(name)) return null
  if (VOID.has(name)) return createElement(name, { key })
  const children = [...element.childNodes].map((child, index) => render(child, index, depth + 1))
  if (name === 'a') return link(element, key, children)
  return ALLOWED.has(name) ? createElement(name, { key }, ...children) : children
}

/** Converts formatted text to React elements: only allowed elements and attributes are created. */
function safeElements(html: string): ReactNode[] {
  // DOMParser documents are inert: no script runs and nothing is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((child, index) => render(child, index, 0))
}

/** Shows formatted text that users wrote for others, such as an announcement. */
export function SafeHtml({ html }: { html: string }) {
  const elements = useMemo(() => safeElements(html), [html])
  return createElement('div', { className: classes['text'] }, ...elements)
}
