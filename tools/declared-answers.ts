import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints } from '@portico/contract/areas.ts'
import { parseSync } from 'oxc-parser'

/** Parts of the server that answer requests. */
const ANSWERING = ['server/src/areas', 'server/src/http']

/** What is worded by itself stands in a mail, a file or a record, not in an answer. */
const WORDINGS = new Set(['translate', 'say', 'translateAsShipped', 'recorded'])

interface Node {
  type: string
  [key: string]: unknown
}

/**
 * Every answer that the contract and the server's code declare: `code <call> <code>` for each code of a call that means
 * something of its own, `text <key>` for each text of an answer, named as `sentences.<key>`.
 */
export function declaredAnswers(root: string): Set<string> {
  const codes = allEndpoints().flatMap(({ endpoint: { name, codes: own } }) =>
    Object.keys(own).map((code) => `code ${name} ${code}`),
  )
  const texts = ANSWERING.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => textsAnswered(file, readFileSync(path.join(root, folder, file), 'utf8'))),
  )
  return new Set([...codes, ...texts.map((key) => `text ${key}`)])
}

/** Keys of the texts that a file answers with. */
export function textsAnswered(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    const { callee, object, property, computed } = node as Node & { callee?: Node; object?: Node; property?: Node }
    if (callee && WORDINGS.has(nameOf(callee))) return
    if (node.type === 'MemberExpression' && object?.['name'] === 'sentences' && !computed)
      found.push(String(property?.['name']))
    for (const child of childrenOf(node)) visit(child)
  }
  if (text.includes('sentences')) visit(parseSync(file, text).program as unknown as Node)
  return found
}

/** `say` of `say(…)` and `texts.say(…)`. */
const nameOf = (callee: Node) => String(callee['name'] ?? (callee['property'] as Node | undefined)?.['name'])

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
