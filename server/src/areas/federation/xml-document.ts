import { createRequire } from 'node:module'

/** What is read of an element; the parser has far more. */
export interface XmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly namespaceURI: string | null
  readonly parentNode: XmlElement | null
  readonly childNodes: ArrayLike<XmlElement>
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  /** The whole text, whatever comments stand in between. */
  readonly textContent: string
  getAttribute(name: string): string
  hasAttribute(name: string): boolean
}

interface Parser {
  DOMParser: new (options: object) => {
    parseFromString(text: string, type: string): { documentElement?: XmlElement | null }
  }
}

// Required, not imported: its types would bring those of the browser into the server.
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as Parser

const ELEMENT = 1
const MOST_TAGS = 5_000

/** Markup that a document of ours never has: type definitions, entities, CDATA, instructions. */
const STRANGE_MARKUP = /<!(?!--)|<\?(?!xml\s)/

/**
 * The root of a well-formed document; undefined for anything else. What could make a parser fetch or
 * expand something is refused before one sees the text.
 */
export function readXml(text: string): XmlElement | undefined {
  if (STRANGE_MARKUP.test(text) || text.lastIndexOf('<?') > 0 || text.includes('\0')) return undefined
  if (text.split('<').length > MOST_TAGS) return undefined
  const refuse = (message: string) => {
    throw new Error(message)
  }
  try {
    const options = { locator: {}, errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }
    return new DOMParser(options).parseFromString(text, 'text/xml').documentElement ?? undefined
  } catch {
    return undefined
  }
}

/** Text behind base64 as forms carry it; undefined where it is no clean base64 of clean UTF-8. */
export function decodeBase64Text(encoded: string): string | undefined {
  const compact = encoded.replaceAll(/\s/g, '')
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    return undefined
  }
}

export const childrenOf = (parent: XmlElement): XmlElement[] =>
  Array.from(parent.childNodes).filter((node) => node.nodeType === ELEMENT)

/** Children of this name in this namespace. */
export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  childrenOf(parent).filter((child) => child.localName === name && child.namespaceURI === namespace)

/** The element and everything below it, in document order. */
export function withDescendants(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next)
    waiting.push(...childrenOf(next).toReversed())
  }
  return found
}

/** An attribute; undefined where it is not there. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? element.getAttribute(name) : undefined
