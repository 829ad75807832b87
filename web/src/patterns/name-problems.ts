import { nameProblem } from '@portico/contract/documents/document-rules.ts'
import { documentTexts } from '@portico/contract/documents/document-texts.ts'
import { texts } from '../api/texts.ts'

const problems = {
  blank: 'document_blank',
  signs: 'document_name_refused',
  length: 'document_name_length',
  type: 'document_type_refused',
} as const

/** The error message of a file's name, or null when it is valid. */
export function messageOfName(name: string): string | null {
  const problem = nameProblem(name)
  return problem && texts(documentTexts)[problems[problem]]
}
