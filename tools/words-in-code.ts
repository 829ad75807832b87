import { parseSync } from 'oxc-parser'

/** What people read stands in the text tables, in every language: pages, answers, mails, exports, names of jobs. */
export const WORDS_RULE = 'people read texts of the tables, never words in the code'

/** Files whose words people may read; the API description and the component page are for developers. */
export const WORDS_FILES =
  /^(?:web\/src\/(?!kit-page\/)|server\/src\/(?:areas\/|jobs\/|ports\/mail\/|http\/(?!api-docs|openapi)))(?!.*(?:\.test\.tsx?$|\/test\/)).*\.tsx?$/

/** Names, and what programs and the log read. */
const NOT_FOR_PEOPLE = new Set([
  'DUO',
  'https://',
  'The user may not open this application.',
  'The provider failed',
  'RelayState too long',
  'Customer portal',
])

/** Attributes of elements and components that are shown or read aloud. */
const SHOWN = new Set(['label', 'title', 'placeholder', 'alt', 'help', 'submitLabel', 'aria-label', 'aria-description'])

/** Begins as a sentence does: 'Users reminded: …', 'An unknown browser'. Statements for the database have no capital. */
const SENTENCE = /^[A-Z][A-Za-z’']*,? (?:[a-z’']+[,:]?|…)[ .]/
const HEADING_IN_HTML = />\s*[A-Z][a-z]+[^<>{}]*</

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Returns the words of a file that people would read in one language only. */
export function wordsInCode(file: string, text: string): string[] {
  const found: string[] = []
  const isWeb = file.startsWith('web/')
  const visit = (node: Node, parent: Node | null): void => {
    if (isForDevelopers(node, text)) return
    const words = isWeb ? shownWords(node) : writtenWords(node, parent)
    if (words !== null && !NOT_FOR_PEOPLE.has(words)) found.push(words)
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseSync(file, text).program as unknown as Node, null)
  return found
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Errors that are thrown, lines of the log, and types. */
function isForDevelopers({ type, callee, argument }: Node, text: string): boolean {
  if (type.startsWith('TS') && type !== 'TSAsExpression' && type !== 'TSSatisfiesExpression') return true
  if (type === 'ThrowStatement') return isNode(argument) && /Error\b/.test(text.slice(argument.start, argument.end))
  if (!isNode(callee)) return false
  if (callee.type === 'Super') return true
  const called = text.slice(callee.start, callee.end)
  return type === 'NewExpression' ? called.endsWith('Error') : /(?:^|\.)(?:trace|debug|info|warn|error)$/.test(called)
}

/** Words of a page: text between elements, and of attributes that are shown. */
function shownWords({ type, value, name }: Node): string | null {
  if (type === 'JSXText') return /\p{L}{2}/u.test(String(value)) ? String(value).trim() : null
  if (type !== 'JSXAttribute' || !SHOWN.has(String((name as Node)['name']))) return null
  const literal = value as Node | null
  return literal?.type === 'Literal' && /\p{L}{2}/u.test(String(literal['value'])) ? String(literal['value']) : null
}

/** Words that the server writes: sentences, headings in HTML, headers of exported columns. */
function writtenWords(node: Node, parent: Node | null): string | null {
  const words = wordsOf(node)
  if (words === null) return null
  const isHeader =
    parent?.type === 'Property' && parent['value'] === node && (parent['key'] as Node)['name'] === 'header'
  if (isHeader && /^[A-Z]/.test(words)) return words
  return SENTENCE.test(`${words} `) || HEADING_IN_HTML.test(words) ? words : null
}

function wordsOf({ type, value, quasis }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null
  if (type !== 'TemplateLiteral') return null
  return (quasis as { value: { raw: string } }[]).map((part) => part.value.raw).join('…')
}
