import type { ReactNode } from 'react'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import { LoadFailure } from './LoadFailure.tsx'

interface QueryContentProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  /** What could not be loaded, and what to do. */
  failed: string
  children: (data: T) => ReactNode
}

/** What a query loads into a drawer or dialog: a placeholder until then, or the failure with another try. */
export function QueryContent<T>({ query, failed, children }: QueryContentProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? (
    <LoadFailure message={failed} onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonLines lines={3} />
  )
}
