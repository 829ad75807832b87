import { toast } from '../../ui/toast.ts'
import { save } from './document-queries.ts'

/** Fetches a document, and says so where it cannot be had. */
export async function openDocument(document: { documentId: number; documentNm: string }, version?: number) {
  const problem = await save(document.documentId, document.documentNm, version)
  if (problem !== null) toast.error(problem)
}
