import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { productRoot } from '../product-root.ts'
import type { OwnerClient } from './owner-connection.ts'
import { portalRole } from './portal-role.ts'

const file = path.join(productRoot, 'server/src/db/grants.sql')

/** What grants.sql states. */
export interface StatedGrants {
  readonly sql: string
  /** Each right as text: `select users`, `use users_id_seq`, `execute clock_now()`. */
  readonly rights: readonly string[]
  /** Everything that the file names, also what portal_app may do nothing with: `table users`, `function clock_now()`. */
  readonly objects: readonly string[]
}

const STATEMENT = /^(grant|revoke) (.+?) on (?:(sequence|function) )?(.+) (?:to|from) (portal_app|public)$/

/** Splits at the commas that are outside of parentheses. */
const splitList = (list: string): string[] => list.split(/,\s*(?![^(]*\))/).map((each) => each.trim())

/**
 * Reads the statements of a file of grants.
 * @throws Error for a statement of another form
 */
export function parseGrants(sql: string): StatedGrants {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
  const rights: string[] = []
  const objects: string[] = []
  for (const statement of statements) {
    const [, verb, privileges, kind = 'table', list] = STATEMENT.exec(statement) ?? []
    if (!verb || !privileges || !list) throw new Error(`grants.sql has a statement of another form: ${statement}`)
    const names = splitList(list)
    objects.push(...names.map((name) => `${kind} ${name}`))
    if (verb === 'revoke') continue
    for (const name of names) rights.push(...privilegesOn(kind, privileges).map((privilege) => `${privilege} ${name}`))
  }
  return { sql, rights, objects }
}

/** Of rights on some columns only their name: `insert` for `insert (event, client_id)`. */
const privilegesOn = (kind: string, privileges: string): string[] =>
  kind === 'sequence' ? ['use'] : splitList(privileges).map((each) => each.replace(/ ?\(.*/, ''))

let stated: Promise<StatedGrants> | undefined

/** What grants.sql states; it is read once. */
export function readStatedGrants(): Promise<StatedGrants> {
  stated ??= readFile(file, 'utf8').then(parseGrants)
  return stated
}

/**
 * Gives portal_app exactly the rights that grants.sql states on everything that it names, within the transaction of the
 * client.
 */
export async function applyGrants(client: OwnerClient): Promise<void> {
  const { sql, objects } = await readStatedGrants()
  const named = Map.groupBy(objects, (object) => object.split(' ', 1)[0] as string)
  const revokes = [...named].map(([kind, each]) => {
    const names = each.map((object) => object.slice(kind.length + 1)).join(', ')
    return `revoke all on ${kind} ${names} from ${kind === 'function' ? `public, ${portalRole}` : portalRole}`
  })
  await client.query(`${revokes.join(';\n')};\n${sql}`)
}
