/** A column that a statement writes into a new row and leaves as it was in one that is there. */
interface KeptColumn {
  readonly statement: string
  readonly table: string
  readonly column: string
}

const INSERT = /insert into (\w+)(?: as \w+)?\s*\(([^)]*)\)/i
const CONFLICT = /on conflict \(([^)]*)\)(?: where .*?)? do update\s+set\s/is

const namesIn = (list: string) => list.split(',').map((name) => name.trim())

/** The columns that `set` assigns, up to the end of the assignments. */
function assignedIn(text: string): string[] {
  const outside: string[] = []
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (depth === 0) outside.push(sign)
    if (depth < 0) break
  }
  const [assignments = ''] = outside.join('').split(/\b(?:where|returning)\b/i, 1)
  return namesIn(assignments).map((assignment) => /^(\w+)\s*=/.exec(assignment)?.[1] ?? '')
}

/** Returns the columns that each `on conflict … do update` of a text keeps, though a new row gets them. */
export function columnsKept({ name, text }: { readonly name: string; readonly text: string }): KeptColumn[] {
  return text.split(/(?=\binsert into\b)/i).flatMap((part) => {
    const [, table = '', columns = ''] = INSERT.exec(part) ?? []
    const conflict = CONFLICT.exec(part)
    if (table === '' || !conflict) return []
    const written = assignedIn(part.slice(conflict.index + conflict[0].length))
    const known = [...namesIn(conflict[1] ?? ''), ...written]
    return namesIn(columns).flatMap((column) => (known.includes(column) ? [] : [{ statement: name, table, column }]))
  })
}
