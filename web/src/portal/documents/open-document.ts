import { toast } from '../../ui/toast.ts'
import { save } from './document-queries.ts'

/** Downloads a document, and shows an error if that fails. */
export async function openDocument(document: { documentId: number; documentNm: string }, version?: number) {
  const problem = await save(document.documentId, document.documentNm, version)
  if (problem !== null) toast.error(problem)
}
