import { notFound } from '@tanstack/react-router'
import { getFile } from '@portico/contract/files/files.ts'
import { ApiError } from '../../api/call.ts'
import { query, queryClient } from '../../api/query.ts'

export const fileQuery = (fileNm: string) => query(getFile, { params: { fileNm } })

/** Reads what is published under a name now. */
export async function loadFile(fileNm: string): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...fileQuery(fileNm), staleTime: 0 })
  } catch (error) {
    if (error instanceof ApiError && error.code === '404') throw notFound()
    throw error
  }
}
