import { createRequire } from 'node:module'

/** The part of an element's interface that is used. */
export interface XmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly namespaceURI: string | null
  readonly parentNode: XmlElement | null
  readonly childNodes: ArrayLike<XmlElement>
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  /** The whole text, with comments left out. */
  readonly textContent: string
  getAttribute(name: string): string
  hasAttribute(name: string): boolean
}

interface Parser {
  DOMParser: new (options: object) => {
    parseFromString(text: string, type: string): { documentElement?: XmlElement | null }
  }
}

// Required instead of imported: its types would bring those of the browser into the server.
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as Parser

const ELEMENT = 1
const MOST_TAGS = 5_000

/** Markup that SAML documents never contain: type definitions, entities, CDATA, instructions. */
const FORBIDDEN_MARKUP = /<!(?!--)|<\?(?!xml\s)/

/**
 * Returns the root of a well-formed document; undefined for anything else. Whatever could make a parser fetch or
 * expand something is refused before parsing.
 */
export function readXml(text: string): XmlElement | undefined {
  if (FORBIDDEN_MARKUP.test(text) || text.lastIndexOf('<?') > 0 || text.includes('\0')) return undefined
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

/** Decodes base64 of a form field; undefined when it is no strict base64 of valid UTF-8. */
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
