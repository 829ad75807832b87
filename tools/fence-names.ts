import { parseSync } from 'oxc-parser'

/** Names are the field's terms or plain descriptions, in US English: no moods, no metaphors, no verbs of speech. */
export const NAME_RULE = 'no name contains a word of the list'
export const FILE_NAME_RULE = 'no file name contains a word of the list'

/** Code that people write; generated tables and applied migrations keep what they have. */
export const NAME_FILES = /^(?!server\/src\/db\/(?:tables|portal-grant-list)\.ts$).*\.(?:ts|tsx|mjs)$/

const BRITISH =
  'analyse authorise behaviour cancelled catalogue centre colour colours dialogue enrol enrolment favourite favourites grey honour initialise labelled licence neighbour neighbours normalise organisation recognise serialise synchronise'
const MOODS =
  'calm calmly hasty hurried hurt lonely lucky patience patient seldom tired unhurried weary wish wished wishes'
const SPEECH = 'hear heard judge judged judging said saying says sought spoken tell telling tells told unsaid whys'
const METAPHORS =
  'arcade arrival arrivals bystander door doors dying farewell fate folk grave guest heir heirs poisoned rider riders rival rivals strange thief twin twins uproot'

const WORDS = new Set([BRITISH, MOODS, SPEECH, METAPHORS].join(' ').split(' '))

interface Node {
  type: string
  [key: string]: unknown
}

/** True where the name of a file, without its folders, contains a word of the list; `user-list.test.ts` has four words. */
export const isFileNameListed = (file: string): boolean =>
  file
    .slice(file.lastIndexOf('/') + 1)
    .split(/[-.]/)
    .some((part) => wordsOf(part).some((word) => WORDS.has(word)))

/** Returns the names that a file declares or imports and that contain a word of the list; `nameOfUser` has three words. */
export function namesWithListedWords(file: string, text: string): string[] {
  return [...new Set(declaredNames(parseSync(file, text).program as unknown as Node))].filter((name) =>
    wordsOf(name).some((word) => WORDS.has(word)),
  )
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

/** Keys under which a declaration has the names that it introduces, by type of node. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key', 'params'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  Property: ['key'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
}

function* declaredNames(node: Node): Generator<string> {
  for (const key of NAMES[node.type] ?? []) if (node['computed'] !== true) yield* identifiersOf(node[key])
  for (const child of Object.values(node)) for (const each of nodesIn(child)) yield* declaredNames(each)
}

/** The names in an identifier or a pattern such as `{ id, ...rest }`. */
function* identifiersOf(pattern: unknown): Generator<string> {
  for (const { type, name, left, argument, elements, value, properties, parameter } of nodesIn(pattern)) {
    if (type === 'Identifier' || type === 'PrivateIdentifier') yield String(name)
    for (const part of [left, argument, elements, properties, parameter]) yield* identifiersOf(part)
    if (type === 'Property') yield* identifiersOf(value)
  }
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return typeof value === 'object' && value !== null && 'type' in value ? [value as Node] : []
}
