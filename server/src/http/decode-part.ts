import type { Shape } from '@portico/contract/kit/endpoint.ts'
import { textOfFormat } from '@portico/contract/kit/format-texts.ts'
import { z } from 'zod'
import type { FieldIssue } from './answers.ts'
import { type Message, type MessageRef, sentences } from './sentences.ts'

/** Maximum number of issues and length of names in an answer: input must not come back multiplied. */
export const MAX_ISSUES = 50
const MAX_FIELD_NAME = 100

/**
 * Returns a part of a call as its handler gets it, and adds what is wrong with it to the issues. A part that the endpoint
 * does not declare must be absent or an empty object (decision A4).
 */
export function decodePart(shape: Shape | undefined, wire: unknown, issues: FieldIssue[]): unknown {
  if (!shape) {
    const unknown =
      typeof wire === 'object' && wire !== null
        ? Object.keys(wire)
        : wire === undefined || wire === null
          ? []
          : ['body']
    if (Array.isArray(wire)) unknown.push('body')
    issues.push(...unknown.slice(0, MAX_ISSUES).map((field) => issueAt(field, sentences.field_invalid)))
    return undefined
  }
  const parsed = z.safeDecode(shape as z.ZodType, wire as never, { reportInput: true })
  if (parsed.success) return parsed.data
  issues.push(...parsed.error.issues.slice(0, MAX_ISSUES).flatMap(fieldIssues))
  return undefined
}

function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const at = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return [issueAt(at || 'body', messageOf(issue))]
  const keys = issue.keys.slice(0, MAX_ISSUES)
  return keys.map((key) => issueAt(at ? `${at}.${key}` : key, sentences.field_invalid))
}

const issueAt = (field: string, message: Message): FieldIssue => ({ field: field.slice(0, MAX_FIELD_NAME), message })

/** The specified sentence for what is wrong; the value itself is never repeated. */
function messageOf(issue: z.core.$ZodIssue): MessageRef {
  if (issue.input === undefined) return sentences.field_required
  if (issue.code === 'too_big' && issue.origin === 'array')
    return sentences.list_too_long({ max: Number(issue.maximum) })
  if (issue.code === 'too_big' && issue.origin === 'string') return sentences.field_too_long
  if (issue.code === 'too_small' && issue.origin === 'string') return sentences.field_too_short
  if (issue.code === 'invalid_format') return sentences[textOfFormat(issue.format)]
  return sentences.field_invalid
}
