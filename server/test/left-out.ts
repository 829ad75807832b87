import { createRequire } from 'node:module'

/** Messages of a protocol with one part left out, so that tests find what is accepted without it. */

interface Node {
  nodeType: number
  localName: string
  textContent: string
  parentNode: Node
  childNodes: ArrayLike<Node>
  attributes: ArrayLike<{ name: string }>
  removeAttribute(name: string): void
  removeChild(child: Node): void
}

// Required instead of imported: its types would bring those of the browser into the server.
const { DOMParser, XMLSerializer } = createRequire(import.meta.url)('@xmldom/xmldom') as {
  DOMParser: new () => { parseFromString(text: string, type: string): { documentElement: Node } }
  XMLSerializer: new () => { serializeToString(node: Node): string }
}

const ELEMENT = 1
const elementsIn = (node: Node) => Array.from(node.childNodes).filter(({ nodeType }) => nodeType === ELEMENT)

/** What can be left out of a document, each by its path such as `Response/Status/StatusCode@Value`. */
function partsBelow(node: Node, path: string): { part: string; leaveOut: () => void }[] {
  const attributes = Array.from(node.attributes)
    .filter(({ name }) => !name.startsWith('xmlns'))
    .map(({ name }) => ({ part: `${path}@${name}`, leaveOut: () => node.removeAttribute(name) }))
  const children = elementsIn(node).flatMap((child) => [
    { part: `${path}/${child.localName}`, leaveOut: () => node.removeChild(child) },
    ...partsBelow(child, `${path}/${child.localName}`),
  ])
  const isText = children.length === 0 && node.textContent !== ''
  return [
    ...attributes,
    ...children,
    ...(isText ? [{ part: `the text of ${path}`, leaveOut: () => void (node.textContent = '') }] : []),
  ]
}

/** The document once for each element, attribute and text, without it. */
export function withoutEachPart(xml: string): { part: string; xml: string }[] {
  const read = () => {
    const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement
    return { root, parts: partsBelow(root, root.localName) }
  }
  return read().parts.map(({ part }, at) => {
    const { root, parts } = read()
    parts[at]?.leaveOut()
    return { part, xml: new XMLSerializer().serializeToString(root) }
  })
}

/** The parameters, claims or fields once for each of them, without it. */
export const withoutEachName = <T extends object>(all: T): { part: string; rest: Partial<T> }[] =>
  Object.keys(all).map((part) => {
    const rest: Partial<T> = { ...all }
    delete rest[part as keyof T]
    return { part, rest }
  })
