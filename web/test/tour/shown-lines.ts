/** Elements that a line names; what lies between them is no matter of its readers. */
const NAMED = new Set(
  'H1 H2 H3 H4 H5 H6 TABLE TH TD LI BUTTON A INPUT SELECT TEXTAREA OUTPUT TIME IMG LEGEND DT DD SUMMARY'.split(' '),
)

/** What is written down of an element, in this order. */
const ATTRIBUTES = [
  'role',
  'type',
  'href',
  'target',
  'download',
  'aria-label',
  'aria-current',
  'aria-sort',
  'aria-expanded',
  'aria-haspopup',
  'aria-pressed',
  'aria-selected',
  'aria-checked',
  'aria-invalid',
  'aria-required',
  'aria-disabled',
  'aria-live',
  'aria-modal',
  'aria-busy',
  'aria-multiselectable',
  'aria-valuenow',
  'data-tone',
  'disabled',
  'readonly',
  'required',
  'maxlength',
  'min',
  'max',
  'autocomplete',
  'inputmode',
  'placeholder',
  'alt',
  'title',
  'datetime',
  'scope',
  'src',
]
const places = new Map(ATTRIBUTES.map((name, at) => [name, at]))

/** Attributes that name other elements, whose text is what is read. */
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-errormessage']

const UNSEEN = new Set(['SCRIPT', 'STYLE', 'svg', 'SVG', 'TEMPLATE', 'IFRAME'])
/** A tooltip says what the name of its control does. */
const isHidden = (element: Element) =>
  UNSEEN.has(element.tagName) ||
  element.hasAttribute('hidden') ||
  element.getAttribute('aria-hidden') === 'true' ||
  element.getAttribute('role') === 'tooltip'

/** The frame around the page has tests of its own. */
function isFrame({ tagName, parentElement }: Element): boolean {
  if (tagName === 'NAV') return parentElement?.hasAttribute('data-whole-width') === true
  if (tagName !== 'HEADER' && tagName !== 'FOOTER') return false
  return [...(parentElement?.children ?? [])].some((beside) => beside.tagName === 'MAIN')
}

/** Addresses of objects in memory are others in each run, and so are milliseconds. */
const settled = (value: string) =>
  value
    .replace(/^blob:.*/, 'blob:')
    .replace(/^data:.*/, 'data:')
    .replace(/(T\d\d:\d\d):[\d.]+Z$/, '$1')

const words = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

const NO_ROLES = new Set(['none', 'presentation'])

/** Choices of a field that are written down. */
const MOST_OPTIONS = 12

function stateOf(element: Element): string[] {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
    return element.checked ? ['checked'] : []
  if (element instanceof HTMLSelectElement) {
    const all = [...element.options]
    const names = all
      .filter(({ selected }, at) => selected || at < MOST_OPTIONS)
      .map((one) => (one.selected ? `*${words(one.textContent)}*` : words(one.textContent)))
    if (all.length > MOST_OPTIONS) names.push(`${all.length} in all`)
    return [`options=${names.join(', ')}`]
  }
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [`value=${element.value}`] : []
}

function attributesOf(element: Element): string[] {
  const names = element
    .getAttributeNames()
    .filter((name) => places.has(name))
    .toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
  const own = names.flatMap((name) => {
    const value = element.getAttribute(name) ?? ''
    if (name === 'role' && NO_ROLES.has(value)) return []
    return value === '' ? name : `${name}=${settled(value)}`
  })
  // A dialog is described by all that it shows.
  const isDialog = element.getAttribute('role') === 'dialog'
  const others = REFERENCES.flatMap((name) => {
    if (isDialog && name === 'aria-describedby') return []
    const ids = element.getAttribute(name)?.split(/\s+/) ?? []
    const texts = ids.map((id) => words(document.getElementById(id)?.textContent ?? ''))
    return ids.length === 0 ? [] : [`${name}=${texts.join(' ')}`]
  })
  return [...own, ...others, ...stateOf(element)]
}

/** The lines of what an element contains; texts that follow each other are one line. */
function linesIn(parent: Element): string[] {
  const lines: string[] = []
  let text = ''
  const endText = () => {
    if (words(text) !== '') lines.push(words(text))
    text = ''
  }
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) text += node.textContent
    else if (node instanceof Element) {
      const inner = linesOf(node)
      if (inner.length === 0) continue
      endText()
      lines.push(...inner)
    }
  }
  endText()
  return lines
}

/** Of a whole page of entries that a field offers, the first ones and the last one. */
function someOf(element: Element, lines: string[]): string[] {
  const isLong = element.getAttribute('role') === 'listbox' && !element.querySelector('[role="group"]')
  if (!isLong || lines.length <= MOST_OPTIONS) return lines
  return [...lines.slice(0, 3), `… ${lines.length} in all`, ...lines.slice(-1)]
}

/** The buttons of the editor are the same everywhere. */
const isOfOneLine = (element: Element) =>
  element instanceof HTMLSelectElement || element.getAttribute('role') === 'toolbar'

function linesOf(element: Element): string[] {
  if (isHidden(element) || isFrame(element)) return []
  const inner = isOfOneLine(element) ? [] : someOf(element, linesIn(element))
  // A row is one line.
  if (element.tagName === 'TR') return [inner.map((line) => line.trim()).join(' | ')]
  return taggedLines(element, inner)
}

function taggedLines(element: Element, inner: readonly string[]): string[] {
  const attributes = attributesOf(element)
  // Where messages appear is a matter of the text that stands there.
  if (inner.length === 0 && attributes.length === 1 && attributes[0]?.startsWith('aria-live')) return []
  if (!NAMED.has(element.tagName) && attributes.length === 0) return [...inner]
  const tag = `<${[element.tagName.toLowerCase(), ...attributes].join(' ')}>`
  return inner.length <= 1
    ? [[tag, ...inner.map((line) => line.trim())].join(' ')]
    : [tag, ...inner.map((line) => `  ${line}`)]
}

/** What is shown in an element, or on the page: its texts, controls and their states, one to a line. */
export const shownLines = (element: Element = document.body): string[] => linesOf(element)

/** The keyboard would begin at the top of the page. */
export const NO_FOCUS = 'nothing'

/** What the keyboard goes on with. */
export function focusedLine(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return NO_FOCUS
  const label =
    focused.getAttribute('aria-label') ?? (focused as HTMLInputElement).labels?.[0]?.textContent ?? focused.textContent
  const isLarge = focused.matches('main, [role="dialog"], [role="tabpanel"]')
  return `${focused.tagName.toLowerCase()} ${isLarge ? '' : words(label).slice(0, 80)}`.trim()
}

/** The longest sequence of lines that both have, for each pair of their ends. */
function sameLines(before: readonly string[], after: readonly string[]): (from: number, to: number) => number {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (from: number, to: number) => lengths[from * width + to] ?? 0
  for (let from = before.length - 1; from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        before[from] === after[to]
          ? lengthAt(from + 1, to + 1) + 1
          : Math.max(lengthAt(from + 1, to), lengthAt(from, to + 1))
  return lengthAt
}

/** Lines that are gone together and of which each is named: what they were is in the record already. */
const MOST_GONE = 2

/** The lines that are gone ('-') and those that are new ('+'), in their order; of many that are gone the first ones. */
export function changedLines(before: readonly string[], after: readonly string[]): string[] {
  const changes = allChanges(before, after)
  const goneUntil = (at: number): number => (changes[at]?.startsWith('- ') ? goneUntil(at + 1) : at)
  const lines: string[] = []
  for (let at = 0; at < changes.length;) {
    const end = goneUntil(at)
    const gone = changes.slice(at, end)
    const next = end < changes.length ? [changes[end] ?? ''] : []
    if (gone.length === 1 && next.length === 1) lines.push(...differingCells(gone[0] ?? '', next[0] ?? ''))
    else
      lines.push(
        ...gone.slice(0, MOST_GONE),
        ...(gone.length > MOST_GONE ? [`- … ${gone.length} lines in all`] : []),
        ...next,
      )
    at = end + 1
  }
  return lines
}

const CELL = ' | '

/** Of a row that has changed, the cells that have. */
function differingCells(gone: string, next: string): string[] {
  const [before, after] = [gone.slice(2).split(CELL), next.slice(2).split(CELL)]
  const { start, end } = sameEnds(before, after)
  if (start + end === 0) return [gone, next]
  const some = (cells: readonly string[]) =>
    [...(start > 0 ? ['…'] : []), ...cells.slice(start, cells.length - end), ...(end > 0 ? ['…'] : [])].join(CELL)
  return [`- ${some(before)}`, `+ ${some(after)}`]
}

/** How many entries two lists have in common at their beginning and, beside those, at their end. */
function sameEnds(some: readonly string[], others: readonly string[]): { start: number; end: number } {
  const most = Math.min(some.length, others.length)
  let [start, end] = [0, 0]
  while (start < most && some[start] === others[start]) start++
  while (end < most - start && some[some.length - 1 - end] === others[others.length - 1 - end]) end++
  return { start, end }
}

function allChanges(from: readonly string[], to: readonly string[]): string[] {
  const { start, end } = sameEnds(from, to)
  return changesBetween(from.slice(start, from.length - end), to.slice(start, to.length - end))
}

function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const sameFrom = sameLines(before, after)
  const changes: string[] = []
  let [from, to] = [0, 0]
  while (from < before.length || to < after.length) {
    const hasBoth = from < before.length && to < after.length
    if (hasBoth && before[from] === after[to]) [from, to] = [from + 1, to + 1]
    else if (to >= after.length || (hasBoth && sameFrom(from + 1, to) >= sameFrom(from, to + 1)))
      changes.push(`- ${before[from++]}`)
    else changes.push(`+ ${after[to++]}`)
  }
  return changes
}
