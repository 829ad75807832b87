import { parseSync } from 'oxc-parser'

/** `command(deps, { caller, request }, input)`; a function that only reads facts of the request takes it first. */
export const COMMAND_RULE = 'a command takes its call second'

/** Files with commands: the areas, without their tests. */
export const COMMAND_FILES = /^server\/src\/areas\/(?!.*(?:\.test\.ts$|\/test\/)).*\.ts$/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Returns the names of exported functions of a file whose parameters break `COMMAND_RULE`. */
export function misshapenCommands(file: string, text: string): string[] {
  const { program } = parseSync(file, text)
  return (program.body as unknown as Node[])
    .flatMap((statement) => (statement.type === 'ExportNamedDeclaration' ? functionsOf(statement) : []))
    .filter(({ parameters }) => isMisshapen(parameters.map((parameter) => typeOf(parameter, text))))
    .map(({ name }) => name)
}

function isMisshapen(types: readonly string[]): boolean {
  return types.some(
    (type, index) =>
      (index > 0 && type === 'RequestContext') ||
      (index > 1 && /^(?:CallContext|RequestOnly)\b/.test(type)) ||
      /^\{.*\brequest: RequestContext\b/.test(type),
  )
}

/** The functions that a statement exports, each with its parameters. */
function functionsOf({ declaration }: Node): { name: string; parameters: Node[] }[] {
  const declared = declaration as Node | null
  if (declared?.type === 'FunctionDeclaration') return [asFunction(declared['id'] as Node, declared)]
  if (declared?.type !== 'VariableDeclaration') return []
  return (declared['declarations'] as Node[]).flatMap(({ id, init }) =>
    (init as Node | null)?.type === 'ArrowFunctionExpression' ? [asFunction(id as Node, init as Node)] : [],
  )
}

const asFunction = (id: Node, { params }: Node) => ({ name: String(id['name']), parameters: params as Node[] })

/** The type of a parameter as it is written, on one line; empty without one. */
function typeOf(parameter: Node, text: string): string {
  const { typeAnnotation } = (parameter['left'] ?? parameter) as { typeAnnotation?: { typeAnnotation: Node } | null }
  if (!typeAnnotation) return ''
  return text.slice(typeAnnotation.typeAnnotation.start, typeAnnotation.typeAnnotation.end).replaceAll(/\s+/g, ' ')
}
