/** What stands between semicolons that end a statement: quoted text and names, bodies in dollar quotes, comments, or else. */
const PART =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;]+|[\s\S]/g

/** Splits SQL at the semicolons that end its statements; bodies of functions are in dollar quotes or have none. */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = ['']
  for (const [part] of sql.matchAll(PART)) {
    if (part === ';') statements.push('')
    else statements.push(`${statements.pop() ?? ''}${part}`)
  }
  return statements.map((text) => text.trim()).filter((text) => withoutComments(text) !== '')
}

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:--[^\n]*|\/\*[\s\S]*?\*\/)/gm, '').trim()
