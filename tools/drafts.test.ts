import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web/src')

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A form whose unsaved values survive the end of a session, by the key that they are kept under. */
interface Form {
  file: string
  key: string
  /** Ids of the record that its save names, beside the person who saves. */
  ids: string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* nodesIn(each)
}

const forms = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('kit-page/'))
  .flatMap((file) => formsOf(file, readFileSync(path.join(web, file), 'utf8')))

function formsOf(file: string, source: string): Form[] {
  if (!/draftKey|useRestorableState/.test(source)) return []
  const text = (node: unknown) => (isNode(node) ? source.slice(node.start, node.end) : '')
  const found: Form[] = []
  for (const node of nodesIn(parseSync(file, source).program as unknown as Node)) {
    if (node.type === 'ObjectExpression') {
      const part = (name: string) =>
        (node['properties'] as Node[]).find(({ key, shorthand }) => text(key) === name && shorthand !== true)?.['value']
      const key = part('draftKey')
      if (key) found.push({ file, key: text(key), ids: idsIn(text(part('save'))) })
    }
    if (node.type === 'JSXAttribute' && text(node['name']) === 'draftKey')
      found.push({ file, key: text(node['value']).replace(/^\{([^]*)\}$/, '$1'), ids: [] })
    if (node.type === 'CallExpression' && text(node['callee']) === 'useRestorableState')
      found.push({ file, key: text((node['arguments'] as Node[])[0]), ids: [] })
  }
  return found
}

/** Names of the ids in the addresses that a save calls and beside what it sends, without those chosen in the form itself. */
function idsIn(save: string): string[] {
  const typed = [/^(?:async )?\(\{([^}]*)\}/.exec(save)?.[1], ...(save.match(/\bvalues\.\w+/g) ?? [])].join()
  return [...save.matchAll(/\b(?:params|body)(?: =|:) \{([^}]*)\}/g)]
    .flatMap(([, inside = '']) => inside.split(','))
    .map((part) => part.slice(part.indexOf(':') + 1))
    .flatMap((part) => part.match(/\b\w+(?:Id|No|Key)\b/g) ?? [])
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(typed))
}

/** Forms of which an address has one: they add what does not exist yet, or show what is one’s own. */
const oneAtItsAddress = `
access-review account-setup add-application add-client add-section add-system add-user
add-user-customers add-user-details add-user-finish add-user-permissions application-confirmation
ask-for-application ask-for-permission-set choose-password change-password company-info current-password default-branding default-contacts directory-test
add-service-account add-webhook enhancement erasure-certificate license-new-client links-dialog notifications own-documents-dialog pci-user-report reauthentication-code
reauthentication-password recovery-answer recovery-user second-factor-code security-info sso-mapping-employer
suggest-permission-set user-access-report user-info user-list-report
`

const constant = /^(['"])([\w-]+)\1$/
const passedOn = /^(?:props\.)?draftKey$/

test('what I typed into the form of one record is kept for that record alone', () => {
  expect(forms.length).toBeGreaterThan(60)
  const withoutRecord = forms.flatMap(({ key }) => constant.exec(key)?.[2] ?? [])
  expect(withoutRecord.toSorted()).toEqual(oneAtItsAddress.trim().split(/\s+/).toSorted())
})

test('the key of a draft names every record that its save names', () => {
  const saving = forms.filter(({ ids }) => ids.length > 0)
  expect(saving.length).toBeGreaterThan(10)
  const missing = saving.flatMap(({ file, key, ids }) =>
    ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(key)).map((id) => `${file}: ${key} lacks ${id}`),
  )
  expect(missing).toEqual([])
})

test('no two forms keep their drafts under the same key', () => {
  const keys = forms.filter(({ key }) => !passedOn.test(key)).map(({ key }) => key)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
