/**
 * Without style, base, link and meta elements, and with style attributes and event handlers under other names: the content security policy
 * judges even HTML that is only parsed, and would report every one of them.
 */
const withoutStyles = (html: string) =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<(?:base|link|meta)\b[^>]*>/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])(style|on[a-z]+)(\s*=)/gi, '$1data-$2$3'))

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/**
 * Pasted HTML with elements for what word processors and mail programs write as styles: bold, italic, and paragraphs
 * that are entries of a list.
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const plain of body.querySelectorAll('b[data-style*="normal"]'))
    if (/(?:^|;)\s*font-weight:\s*normal/.test(styleOf(plain))) plain.replaceWith(...plain.childNodes)
  for (const span of body.querySelectorAll('span[data-style]')) markStyled(span)
  for (const entry of body.querySelectorAll('p[data-style*="mso-list"]')) moveIntoList(entry)
  return body.innerHTML
}

function markStyled(span: Element): void {
  const style = styleOf(span)
  const marks = [
    ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) ? ['strong'] : []),
    ...(/font-style:\s*italic/.test(style) ? ['em'] : []),
  ]
  for (const name of marks) {
    const element = document.createElement(name)
    element.append(...span.childNodes)
    span.append(element)
  }
}

/** Word writes the entries of a list as paragraphs that begin with their number or sign. */
function moveIntoList(paragraph: Element): void {
  const sign = paragraph.querySelector('[data-style*="mso-list:Ignore"]')
  const kind = /^\s*[\da-z]+[.)]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul'
  sign?.remove()
  const before = paragraph.previousElementSibling
  const list = before?.localName === kind ? before : document.createElement(kind)
  if (list !== before) paragraph.before(list)
  const item = document.createElement('li')
  list.append(item)
  item.append(paragraph)
}
